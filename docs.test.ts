// The page for drivers keeps its word: its taps are those of the test that counts them, its tests exist, and its pictures are there.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tapLimits } from './e2e/journeys/tap-limits.ts'

const docs = join(import.meta.dirname, 'docs')
const page = readFileSync(join(docs, 'drivers.md'), 'utf8')

test('the taps are those that the test counts', () => {
  const rows = [...page.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, way, taps, typed]) => [way, { taps: Number(taps), typed: Number(typed) }] as const,
  )
  expect(Object.fromEntries(rows)).toEqual(tapLimits)
})

test('every named test exists', () => {
  const named = [...page.matchAll(/^- `(\S+)`: “(.+)”$/gm)].map(([, file, title]) => ({ file: file!, title: title! }))
  expect(named.length).toBe(page.match(/^- /gm)?.length)
  const missing = named.filter(({ file, title }) => {
    const path = join(import.meta.dirname, file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(`'${title}'`)
  })
  expect(missing).toEqual([])
})

test('every picture is there, all together below 1.5 MB', () => {
  const pictures = [...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => join(docs, file!))
  expect(pictures.filter(file => !existsSync(file))).toEqual([])
  expect(pictures.reduce((bytes, file) => bytes + statSync(file).size, 0)).toBeLessThan(1_500_000)
})
