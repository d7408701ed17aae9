// The built web app's manifest: which scripts a screen brings along.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[]; assets?: string[]; css?: string[]; isEntry?: boolean }

export const dist = join(import.meta.dirname, '../web/dist')
export const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
export const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)!

/** The files of a source and of all that it imports before it runs. */
export const closureOf = (source: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`${source} is no entry of the build`)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) closureOf(imported, seen)
  return seen
}

const findFiles = closureOf('src/city/places/FindScreen.tsx', closureOf(entry))
/** What the map of Find Parking loads once the list is there: its script, its worker, its styles. */
export const mapFiles: string[] = ['src/city/places/PlacesMap.tsx']
  .flatMap(source => [...closureOf(source)])
  .filter(file => !findFiles.has(file))
  .flatMap(file => {
    const { assets = [], css = [] } = Object.values(manifest).find(chunk => chunk.file === file)!
    return [file, ...css, ...assets.filter(asset => asset.endsWith('.js'))]
  })

/** All the scripts before a screen is there: a page's first, the app's, the screen's own. */
export const scriptsBefore = (source: string): string[] => {
  if (!manifest[source]) throw new Error(`The build has no screen ${source}`)
  const start = readdirSync(join(dist, 'assets')).filter(file => /^start-.*\.js$/.test(file))
  return [...start.map(file => `assets/${file}`), ...closureOf(source, closureOf(entry))]
}
/** The last is for texts that are read aloud in full words and for prices that are not by the hour, which Home says from the first view on. */
export const scriptLimitKb = 102.5

/** Kilobytes as they travel: brotli. */
export const sizeKb = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + readFileSync(join(dist, `${file}.br`)).length, 0) / 1000
