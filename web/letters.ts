// Cuts the Latin letters in two files by the ranges that fonts.css says: what every page shows, and what few do.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const rules = readFileSync(join(import.meta.dirname, 'src/ui/fonts.css'), 'utf8').split('@font-face')

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

export const usual = 'instrument-sans-latin-wdth-normal'
const rare = 'instrument-sans-latin-wght-normal'
const kept = new Map([
  [usual, lettersOf(usual)],
  [rare, lettersOf(rare).difference(lettersOf(usual))],
])

const fileOf = (names: string[]) => [...kept.keys()].find(name => names.includes(`${name}.woff2`))

/** A file's name changes with what is left in it: browsers keep it for a year. */
export const assetName = ({ names }: { names: string[] }): string => {
  const file = fileOf(names)
  const cut =
    file &&
    createHash('sha256')
      .update([...kept.get(file)!].join())
      .digest('hex')
      .slice(0, 4)
  return `assets/[name]-${cut ? `${cut}-` : ''}[hash][extname]`
}

// letters stand by each other as drawn, and digits under each other; the design asks for no other feature
const options = { targetFormat: 'woff2', keepFeatures: ['kern', 'tnum', 'ccmp', 'mark'] } as const

export function letters(): Plugin {
  return {
    name: 'letters',
    apply: 'build',
    generateBundle: async (_, bundle) => {
      for (const asset of Object.values(bundle)) {
        const file = asset.type === 'asset' && fileOf(asset.names)
        if (!file) continue
        asset.source = await subsetFont(Buffer.from(asset.source), String.fromCodePoint(...kept.get(file)!), options)
      }
    },
  }
}
