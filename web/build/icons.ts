// Icons drawn by ui/create-icon.ts: lucide-react builds each through two components and a dozen objects, which a list of 50 rows repeats.
import { join } from 'node:path'
import type { Plugin } from 'vite'

export function icons(): Plugin {
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('lucide-react')
        ? join(import.meta.dirname, '../src/ui/create-icon.ts')
        : undefined,
  }
}
