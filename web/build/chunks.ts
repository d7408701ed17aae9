// Which modules share a file: the libraries, the app's frame, and what the screens on which visits begin have in common.
import { basename } from 'node:path'
import type { Rolldown } from 'vite'

type ChunkingContext = Rolldown.ChunkingContext

/** Most visits begin on one of these (docs/decisions/0012-build.md). */
const firstScreens = ['LandingScreen', 'HomeScreen', 'FindScreen', 'WalletScreen', 'ReceiptScreen']

/** Every signed-in driver's app loads it once the first screen has settled. */
const eventStream = 'live-events'

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

/** Which of the first screens and the event stream use the module, directly or through others. */
function screensOf(id: string, context: ChunkingContext): Set<string> {
  const found = screensByModule.get(id)
  if (found) return found
  const screens = new Set([...firstScreens, eventStream].filter(name => name === nameOf(id)))
  screensByModule.set(id, screens)
  for (const user of usersOf(id, context)) for (const screen of screensOf(user, context)) screens.add(screen)
  return screens
}

/**
 * No file that the landing loads has code of Home alone, and none that another screen or the event stream loads has code of one
 * screen.
 */
function sharedName(id: string, context: ChunkingContext): string | null {
  const users = screensOf(id, context)
  const screens = new Set([...users].filter(user => user !== eventStream))
  const [screen] = screens
  if (!screen) return users.has(eventStream) ? 'live' : null
  if (screens.size === 1 && users.size > 1) return 'live-shared'
  if (screens.size === 1) return screen.replace('Screen', '').toLowerCase()
  if (screens.has('LandingScreen')) return 'landing-shared'
  return screens.has('HomeScreen') ? 'home-shared' : 'first-shared'
}

const shared = { minShareCount: 2, includeDependenciesRecursively: false }

/** In order: a module goes to the first group that takes it; what none takes is split by Rolldown. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, tags: ['$initial'] },
  { name: 'app', test: /^(?!.*(main\.tsx|\.html)$)/, tags: ['$initial'] },
  { name: sharedName, test: /[\\/](web|contract)[\\/]src[\\/]|lucide-react/, ...shared },
  { name: 'icons', test: /lucide-react/, ...shared },
]
