// What is kept ends with its time, with what it is of, and where that changed while it was read.
import { expect, test } from 'vitest'
import { createInvalidatingCache } from './invalidating-cache.ts'

const times = { fromMs: 1_000, untilMs: 2_000 }

test('a value is kept from when it was read until its time is over, and no longer where the clock is set back', () => {
  const kept = createInvalidatingCache<string>(10)
  kept.keep('a', { value: 'read', of: 'maya', begun: kept.begin(), ...times })
  expect(kept.find('a', 1_000)).toBe('read')
  expect(kept.find('a', 1_999)).toBe('read')
  expect(kept.find('a', 2_000)).toBeUndefined()
  expect(kept.find('a', 999)).toBeUndefined()
  expect(kept.find('b', 1_000)).toBeUndefined()
})

test('what is said to have changed is not found, whether it was kept before or is being read just then', () => {
  const kept = createInvalidatingCache<string>(10)
  const keep = (key: string, of: string, begun = kept.begin()) => kept.keep(key, { value: key, of, begun, ...times })
  keep('phone', 'maya')
  keep('laptop', 'maya')
  keep('tablet', 'raj')
  const begun = kept.begin()
  kept.forget('maya')
  keep('watch', 'maya', begun)
  keep('desk', 'raj', begun)
  expect(['phone', 'laptop', 'watch'].map(key => kept.find(key, 1_500))).toEqual([undefined, undefined, undefined])
  expect(['tablet', 'desk'].map(key => kept.find(key, 1_500))).toEqual(['tablet', 'desk'])
  keep('phone', 'maya')
  expect(kept.find('phone', 1_500)).toBe('phone')
})

test('where anything may have changed nothing is found, nor what is being read just then', () => {
  const kept = createInvalidatingCache<string>(10)
  const begun = kept.begin()
  kept.keep('a', { value: 'a', of: 'a', begun, ...times })
  kept.forgetAll()
  kept.keep('b', { value: 'b', of: 'b', begun, ...times })
  expect([kept.find('a', 1_500), kept.find('b', 1_500)]).toEqual([undefined, undefined])
})

test('however much there is to keep, and to forget, it is told right and stays small', () => {
  const kept = createInvalidatingCache<number>(10)
  for (let n = 0; n < 1_000; n++) {
    const begun = kept.begin()
    kept.forget(`${n}`)
    kept.keep('stale', { value: n, of: `${n}`, begun, ...times })
    expect(kept.find('stale', 1_500)).toBeUndefined()
    kept.keep(`${n}`, { value: n, of: 'one', begun: kept.begin(), ...times })
    expect([undefined, n]).toContain(kept.find(`${n}`, 1_500))
  }
  const found = Array.from({ length: 1_000 }, (_, n) => kept.find(`${n}`, 1_500)).filter(value => value !== undefined)
  expect(found.length).toBeLessThanOrEqual(10)
})
