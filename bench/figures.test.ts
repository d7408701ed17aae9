// Figures, limits, and peers: what holds, and how two versions are compared.
import { expect, test } from 'vitest'
import { comparisonRows } from './compare.ts'
import { figuresTable, isHeld, type Measured } from './figures.ts'

const figure = { measurement: 'startup', what: 'later start', value: 1_200, unit: 'ms' }

test('a figure holds up to its limit, or from it on', () => {
  expect(isHeld(figure)).toBeUndefined()
  expect(isHeld({ ...figure, limit: 1_200 })).toBe(true)
  expect(isHeld({ ...figure, limit: 1_199 })).toBe(false)
  expect(isHeld({ ...figure, limit: 1_200, atLeast: true })).toBe(true)
  expect(isHeld({ ...figure, limit: 1_201, atLeast: true })).toBe(false)
})

test('where the ratio to a peer has a limit, the ratio decides', () => {
  const peer = { what: 'a bare one', value: 400 }
  expect(isHeld({ ...figure, limit: 1_000, peer })).toBe(false)
  expect(isHeld({ ...figure, limit: 1_000, peer: { ...peer, limit: 3 } })).toBe(true)
  expect(isHeld({ ...figure, limit: 2_000, peer: { ...peer, limit: 2.9 } })).toBe(false)
})

test('the table names figure, limit, peer, ratio, and what does not hold', () => {
  const peer = { what: 'a bare one', value: 400, limit: 2 }
  expect(
    figuresTable([
      { ...figure, limit: 1_500, peer },
      { ...figure, what: 'memory', value: 0.25, unit: 'MB' },
    ]),
  ).toBe(
    [
      'measurement  what         figure    limit    peer             ratio  limit  held',
      'startup      later start  1,200 ms  ≤ 1,500  a bare one: 400  3.00   ≤ 2    NO',
      'startup      memory       0.25 MB',
    ].join('\n'),
  )
})

test('two versions are compared by the medians of the figures that both have', () => {
  const round = (...values: number[]): Measured[] =>
    values.map((value, i) => ({ ...figure, what: `figure ${i}`, value, limit: 100 }))
  expect(comparisonRows([round(50, 10), round(80, 10), round(60, 10)], [round(90), round(120), round(150)])).toEqual([
    ['startup', 'figure 0', '60 ms', '120 ms', '2.00', 'NO'],
  ])
})
