// A cached value ends at its time, when its owner changes, and when that happens while it is read.
import { expect, test } from 'vitest'
import { createInvalidatingCache } from './invalidating-cache.ts'

const times = { fromMs: 1_000, untilMs: 2_000 }

test('a value is served for its lifetime only, and never after the clock is set back', () => {
  const cache = createInvalidatingCache<string>(10)
  cache.set('a', { value: 'read', owner: 'maya', readAt: cache.version(), ...times })
  expect(cache.get('a', 1_000)).toBe('read')
  expect(cache.get('a', 1_999)).toBe('read')
  expect(cache.get('a', 2_000)).toBeUndefined()
  expect(cache.get('a', 999)).toBeUndefined()
  expect(cache.get('b', 1_000)).toBeUndefined()
})

test('an invalidated owner’s values are not served, nor reads that were in progress', () => {
  const cache = createInvalidatingCache<string>(10)
  const add = (key: string, owner: string, readAt = cache.version()) =>
    cache.set(key, { value: key, owner, readAt, ...times })
  add('phone', 'maya')
  add('laptop', 'maya')
  add('tablet', 'raj')
  const readAt = cache.version()
  cache.invalidate('maya')
  add('watch', 'maya', readAt)
  add('desk', 'raj', readAt)
  expect(['phone', 'laptop', 'watch'].map(key => cache.get(key, 1_500))).toEqual([undefined, undefined, undefined])
  expect(['tablet', 'desk'].map(key => cache.get(key, 1_500))).toEqual(['tablet', 'desk'])
  add('phone', 'maya')
  expect(cache.get('phone', 1_500)).toBe('phone')
})

test('after invalidating all, no older value is served, nor reads that were in progress', () => {
  const cache = createInvalidatingCache<string>(10)
  const readAt = cache.version()
  cache.set('a', { value: 'a', owner: 'a', readAt, ...times })
  cache.invalidateAll()
  cache.set('b', { value: 'b', owner: 'b', readAt, ...times })
  expect([cache.get('a', 1_500), cache.get('b', 1_500)]).toEqual([undefined, undefined])
})

test('under random reads and changes no value is stale and the cache stays small', () => {
  const cache = createInvalidatingCache<number>(10)
  for (let n = 0; n < 1_000; n++) {
    const readAt = cache.version()
    cache.invalidate(`${n}`)
    cache.set('stale', { value: n, owner: `${n}`, readAt, ...times })
    expect(cache.get('stale', 1_500)).toBeUndefined()
    cache.set(`${n}`, { value: n, owner: 'one', readAt: cache.version(), ...times })
    expect([undefined, n]).toContain(cache.get(`${n}`, 1_500))
  }
  const found = Array.from({ length: 1_000 }, (_, n) => cache.get(`${n}`, 1_500)).filter(value => value !== undefined)
  expect(found.length).toBeLessThanOrEqual(10)
})
