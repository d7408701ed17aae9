// The accessibility report names real tests, agrees with the statement at /accessibility, and docs/accessibility.md is up to date.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from '../../web/src/support/accessibility/words.en.ts'
import { es } from '../../web/src/support/accessibility/words.es.ts'
import { hi } from '../../web/src/support/accessibility/words.hi.ts'
import { root } from '../conformance/statement-list.ts'
import { criteria } from './criteria.ts'
import { clauses } from './pdf-criteria.ts'
import { findMissing, reportText } from './report.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every criterion of WCAG 2.2 A and AA is there once', () => {
  const numbers = criteria.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(criteria.filter(({ level }) => level === 'A')).toHaveLength(31)
  expect(criteria.filter(({ level }) => level === 'AA')).toHaveLength(24)
})

test('every test that a claim names exists', () => {
  expect(findMissing([...criteria, ...clauses])).toEqual([])
})

test('the statement names what is not fully supported, and nothing else, in each language', () => {
  const lacking = criteria.filter(({ claim }) => ['partially', 'does not'].includes(claim)).map(({ number }) => number)
  for (const { known } of [en, es, hi]) expect(Object.keys(known).toSorted()).toEqual(lacking.toSorted())
})

test('the installed app turns with the phone', () => {
  expect(read('web/build/web-manifest.ts')).not.toContain('orientation')
})

const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

test('edges of controls and the focus have a contrast of 3:1 in both themes', () => {
  const tokens = read('web/src/ui/tokens.css')
  const dark = tokens.slice(tokens.indexOf(':root[data-theme="dark"]'))
  const token = (sheet: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(sheet)![1]!
  for (const sheet of [tokens, dark])
    for (const edge of ['line-strong', 'focus'])
      for (const ground of ['bg', 'card'])
        expect(contrast(token(sheet, edge), token(sheet, ground)), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3)
})

test('docs/accessibility.md is up to date', async () => {
  await expect(reportText()).toMatchFileSnapshot(join(root, 'docs/accessibility.md'))
})
