// Which modules share a file: the libraries, the app's frame, and what the screens on which visits begin have in common.
import type { Rolldown } from 'vite'

type ChunkingContext = Rolldown.ChunkingContext

/** Most visits begin on one of these (docs/decisions/0012-build.md). */
const firstScreens = ['LandingScreen', 'HomeScreen', 'FindScreen', 'WalletScreen', 'ReceiptScreen']

const cache = new Map<string, Set<string>>()

/** The first screens that import the module, directly or through others. */
function screensOf(id: string, context: ChunkingContext): Set<string> {
  const known = cache.get(id)
  if (known) return known
  const screens = new Set<string>()
  cache.set(id, screens)
  const own = firstScreens.find(screen => id.endsWith(`/${screen}.tsx`))
  if (own) screens.add(own)
  for (const importer of context.getModuleInfo(id)?.importers ?? [])
    for (const screen of screensOf(importer, context)) screens.add(screen)
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
