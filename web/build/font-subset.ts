// Leaves in each file of letters what fonts.css says of it: of Latin, what every page shows in one and what few do in another.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const rules = readFileSync(join(import.meta.dirname, '../src/ui/fonts.css'), 'utf8').split('@font-face')

/** Code points of `unicode-range` in the rule that names the file. */
const lettersOf = (file: string): Set<number> => {
  const [, range = ''] = /unicode-range:([^;]+);/.exec(rules.find(rule => rule.includes(`/${file}.woff2`)) ?? '') ?? []
  const parts = range.split(',').map(part => part.trim().replace('U+', '').split('-'))
  return new Set(
    parts.flatMap(([first = '', last = first]) => {
      const from = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, i) => from + i)
    }),
  )
}

/** On every page, and on every one in Hindi. */
export const [latin, devanagari] = [
  'instrument-sans-latin-wdth-normal',
  'noto-sans-devanagari-devanagari-wght-normal',
] as const
const rareLatin = 'instrument-sans-latin-wght-normal'

// letters stand by each other as drawn, and digits under each other; the design asks for no other feature
const latinOptions = { keepFeatures: ['kern', 'tnum', 'ccmp', 'mark'] }
const cuts = new Map<string, { letters: Set<number>; options: object }>([
  [latin, { letters: lettersOf(latin), options: latinOptions }],
  [rareLatin, { letters: lettersOf(rareLatin).difference(lettersOf(latin)), options: latinOptions }],
  // its letters are joined by its features; the design's weights
  [devanagari, { letters: lettersOf(devanagari), options: { variationAxes: { wght: { min: 400, max: 700 } } } }],
])

const cutOf = (names: string[]) => [...cuts].find(([name]) => names.includes(`${name}.woff2`))?.[1]

/** A file's name changes with what is left in it: browsers keep it for a year. */
export const assetName = ({ names }: { names: string[] }): string => {
  const cut = cutOf(names)
  const said = cut && JSON.stringify([[...cut.letters], cut.options])
  return `assets/[name]-${said ? `${createHash('sha256').update(said).digest('hex').slice(0, 4)}-` : ''}[hash][extname]`
}

export function letters(): Plugin {
  return {
    name: 'letters',
    apply: 'build',
    generateBundle: async (_, bundle) => {
      for (const asset of Object.values(bundle)) {
        const cut = asset.type === 'asset' && cutOf(asset.names)
        if (!cut) continue
        const text = String.fromCodePoint(...cut.letters)
        asset.source = await subsetFont(Buffer.from(asset.source), text, { targetFormat: 'woff2', ...cut.options })
      }
    },
  }
}
