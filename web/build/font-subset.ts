// Subsets the fonts to the `unicode-range` of their rules in fonts.css: common Latin letters in one file, rare ones in another.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { kerningStep, withRoundKerning } from './kerned-font.ts'

const rules = readFileSync(join(import.meta.dirname, '../src/ui/fonts.css'), 'utf8').split('@font-face')

/** Code points of `unicode-range` in the rule that names the file. */
const codePointsOf = (file: string): Set<number> => {
  const [, range = ''] = /unicode-range:([^;]+);/.exec(rules.find(rule => rule.includes(`/${file}.woff2`)) ?? '') ?? []
  const parts = range.split(',').map(part => part.trim().replace('U+', '').split('-'))
  return new Set(
    parts.flatMap(([first = '', last = first]) => {
      const from = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, i) => from + i)
    }),
  )
}

/** On every page, and on every page in Hindi. */
export const [latin, devanagari] = [
  'instrument-sans-latin-wdth-normal',
  'noto-sans-devanagari-devanagari-wght-normal',
] as const
const rareLatin = 'instrument-sans-latin-wght-normal'

// kerning, digits of equal width, and combining marks; the design uses no other feature
const latinOptions = { keepFeatures: ['kern', 'tnum', 'ccmp', 'mark'] }
type Subset = { codePoints: Set<number>; options: object; kerningStep?: number }
const subsets = new Map<string, Subset>([
  [latin, { codePoints: codePointsOf(latin), options: latinOptions, kerningStep }],
  [rareLatin, { codePoints: codePointsOf(rareLatin).difference(codePointsOf(latin)), options: latinOptions }],
  // all features, which join its letters, in the weights that the design uses
  [devanagari, { codePoints: codePointsOf(devanagari), options: { variationAxes: { wght: { min: 400, max: 700 } } } }],
])

const subsetOf = (names: string[]) => [...subsets].find(([name]) => names.includes(`${name}.woff2`))?.[1]

/** The name changes with the subset, because browsers cache it for a year. */
export const assetName = ({ names }: { names: string[] }): string => {
  const subset = subsetOf(names)
  const text = subset && JSON.stringify([[...subset.codePoints], subset.options, subset.kerningStep])
  return `assets/[name]-${text ? `${createHash('sha256').update(text).digest('hex').slice(0, 4)}-` : ''}[hash][extname]`
}

export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    apply: 'build',
    generateBundle: async (_, bundle) => {
      for (const asset of Object.values(bundle)) {
        const subset = asset.type === 'asset' && subsetOf(asset.names)
        if (!subset) continue
        const text = String.fromCodePoint(...subset.codePoints)
        const subsetTo = (targetFormat: 'sfnt' | 'woff2', font: Buffer) =>
          subsetFont(font, text, { targetFormat, ...subset.options })
        const font = Buffer.from(asset.source)
        const rounded = subset.kerningStep ? withRoundKerning(await subsetTo('sfnt', font)) : font
        asset.source = await subsetTo('woff2', rounded)
      }
    },
  }
}
