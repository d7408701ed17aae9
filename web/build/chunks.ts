// Which modules share a file: the libraries, the app's frame, and what the screens on which visits begin have in common.
import { basename } from 'node:path'
import type { Rolldown } from 'vite'

type ChunkingContext = Rolldown.ChunkingContext

/** Most visits begin on one of these (docs/decisions/0012-build.md). */
const firstScreens = ['LandingScreen', 'HomeScreen', 'FindScreen', 'WalletScreen', 'ReceiptScreen']

/** Every driver's app loads these once the first screen has settled. */
const settled = ['live-events', 'AppStatus']

/** What it uses is shared with the settled app, and more than chat uses of that. */
const queue = 'attempt-queue'

/** What they need to pay is a small part of Account and Receipt. */
const paying = ['SelectVehicleScreen', 'DashboardScreen']

const nameOf = (file: string) => basename(file).replace(/\.(tsx?|m?js)$/, '')

type Imports = { names: Map<string, string[]>; isEntryFile: boolean }
const importsByModule = new Map<string, Imports>()

/** The names that a module imports or re-exports, by the other file's name. An entry file only re-exports. */
function importsOf(id: string, context: ChunkingContext): Imports {
  const found = importsByModule.get(id)
  if (found) return found
  const code = context.getModuleInfo(id)?.code ?? ''
  const names = new Map<string, string[]>()
  for (const [, kind, list, from] of code.matchAll(/(import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g))
    names.set(nameOf(from!), [
      ...(names.get(nameOf(from!)) ?? []),
      ...list!.split(',').map(
        name =>
          name
            .trim()
            .split(' as ')
            .at(kind === 'import' ? 0 : -1)!,
      ),
    ])
  const rest = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*|["']use strict["'];|(import|export)\s*[*{][^;]*;|\s/g, '')
  const imports = { names, isEntryFile: code !== '' && rest === '' }
  importsByModule.set(id, imports)
  return imports
}

/** The modules that use `id`, directly or through an entry file. */
const usersOf = (id: string, context: ChunkingContext): string[] =>
  (context.getModuleInfo(id)?.importers ?? []).flatMap(importer => {
    const { names, isEntryFile } = importsOf(importer, context)
    if (!isEntryFile) return [importer]
    const passedOn = names.get(nameOf(id)) ?? []
    return usersOf(importer, context).filter(user =>
      importsOf(user, context)
        .names.get(nameOf(importer))
        ?.some(name => passedOn.includes(name)),
    )
  })

const screensByModule = new Map<string, Set<string>>()

/** Which of the first screens and of what loads after them use the module, directly or through others. */
function screensOf(id: string, context: ChunkingContext): Set<string> {
  const found = screensByModule.get(id)
  if (found) return found
  const screens = new Set([...firstScreens, ...settled, ...paying, queue].filter(name => name === nameOf(id)))
  screensByModule.set(id, screens)
  for (const user of usersOf(id, context)) for (const screen of screensOf(user, context)) screens.add(screen)
  return screens
}

const isPlatform = (id: string) => /[\\/]platform[\\/]/.test(id)

/** Plain parts and icons, which forms and sheets use without the screen's own words and queries. */
const isPlain = (id: string) => /[\\/](ui|platform)[\\/]|lucide-react/.test(id)

/** The screens among the first that others share much with: what is plain of it is a file of its own. */
const divided = ['FindScreen', 'WalletScreen']

/**
 * No file that the landing loads has code of Home alone, and none that another screen loads, now or once the app has settled, has
 * code of one screen. A style sheet is its own file, or it would bring the screen's code to whoever has its look.
 */
function sharedName(id: string, context: ChunkingContext): string | null {
  // parts of libraries, whose users name the library
  if (id.includes('queryOptions')) return 'home-shared'
  if (id.includes('eventsource-parser')) return 'live'
  const users = screensOf(id, context)
  const screens = firstScreens.filter(screen => users.has(screen))
  const isLate = settled.some(name => users.has(name))
  const [screen] = screens
  if (!screen) return users.has(queue) ? 'queue' : isLate ? 'live' : null
  if (isLate && screens.length === 1) return 'live-shared'
  if (screens.length === 1) {
    const name = screen.replace('Screen', '').toLowerCase()
    if (id.endsWith('.css')) return `${name}-style`
    // the landing's picture is of no use to who signs out
    if (screen === 'LandingScreen' && isPlatform(id)) return 'sign-in'
    if (divided.includes(screen) && isPlain(id)) return `${name}-parts`
    return screen !== 'HomeScreen' && paying.some(name => users.has(name)) ? `${name}-paying` : name
  }
  if (screens.includes('LandingScreen')) return 'landing-shared'
  return screens.includes('HomeScreen') ? 'home-shared' : 'first-shared'
}

const shared = { minShareCount: 2, includeDependenciesRecursively: false }
const sources = /[\\/](web|contract)[\\/]src[\\/]|lucide-react|queryOptions\.js|eventsource-parser/
/** What every screen of an account and the photo on Home need: smaller than what each file of its own would add. */
const profile = /[\\/](profile-query|photo-queries)\.ts$|contract[\\/]src[\\/]driver[\\/]profile\.ts$/

/** Each screen that needs it needs another line of it. */
const limits = /contract[\\/]src[\\/]platform[\\/]limits\.ts$/

/** In order: a module goes to the first group that takes it; what none takes is split by Rolldown. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, tags: ['$initial'] },
  { name: 'app', test: /^(?!.*(main\.tsx|\.html)$)/, tags: ['$initial'] },
  { name: 'profile', test: profile, ...shared },
  { name: 'limits', test: limits, ...shared },
  { name: sharedName, test: sources, ...shared },
  { name: 'icons', test: /lucide-react/, ...shared },
]
