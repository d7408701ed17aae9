// Which modules share a file: the libraries, the app's frame, and what the screens on which visits begin have in common.
import { basename } from 'node:path'
import type { Rolldown } from 'vite'

type ChunkingContext = Rolldown.ChunkingContext

/** Most visits begin on one of these (docs/decisions/0012-build.md). */
const firstScreens = ['LandingScreen', 'HomeScreen', 'FindScreen', 'WalletScreen', 'ReceiptScreen']

const codeOf = (id: string, context: ChunkingContext) => context.getModuleInfo(id)?.code ?? ''

/** Names that `code` takes by import or re-export from the file with this name; empty for `import './file'`. */
const namesFrom = (code: string, file: string): string[] =>
  [...code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(([, names, from]) =>
    basename(from!).replace(/\.tsx?$/, '') === basename(file).replace(/\.tsx?$/, '')
      ? names!.split(',').map(name => name.trim().split(' as ')[0]!)
      : [],
  )

/** A feature's entry file only re-exports: who imports it uses some of what is behind it. */
const isEntryFile = (code: string) =>
  code !== '' && code.replace(/export\s*\{[^}]*\}\s*from\s*["'][^"']+["'];?|\/\/.*|\s/g, '') === ''

/** The modules that use `id`, directly or through an entry file. */
const usersOf = (id: string, context: ChunkingContext): string[] =>
  (context.getModuleInfo(id)?.importers ?? []).flatMap(importer => {
    const code = codeOf(importer, context)
    if (!isEntryFile(code)) return [importer]
    const names = namesFrom(code, id)
    return usersOf(importer, context).filter(user =>
      namesFrom(codeOf(user, context), importer).some(name => names.includes(name)),
    )
  })

const cache = new Map<string, Set<string>>()

/** The first screens that use the module, directly or through others. */
function screensOf(id: string, context: ChunkingContext): Set<string> {
  const known = cache.get(id)
  if (known) return known
  const screens = new Set<string>()
  cache.set(id, screens)
  const own = firstScreens.find(screen => id.endsWith(`/${screen}.tsx`))
  if (own) screens.add(own)
  for (const user of usersOf(id, context)) for (const screen of screensOf(user, context)) screens.add(screen)
  return screens
}
const ownSource = /[\\/](web|contract)[\\/]src[\\/]/

/** In order: a module goes to the first group that takes it; what none takes is split by Rolldown. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, tags: ['$initial'] },
  { name: 'app', test: /^(?!.*(main\.tsx|\.html)$)/, tags: ['$initial'] },
  // so that the landing loads nothing else of Home
  {
    name: (id, context) => {
      const screens = screensOf(id, context)
      return screens.has('LandingScreen') && screens.size > 1 ? 'landing-shared' : null
    },
    test: ownSource,
  },
  { name: 'home', test: /HomeScreen\.tsx$/ },
  {
    name: (id, context) => {
      const [screen, another] = screensOf(id, context)
      return another ? 'first-shared' : screen ? `${screen.replace('Screen', '').toLowerCase()}-shared` : null
    },
    test: ownSource,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'icons', test: /lucide-react/, minShareCount: 3, includeDependenciesRecursively: false },
]
