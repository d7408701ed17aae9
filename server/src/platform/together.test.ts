// Asked together: each gets his own, and what was asked for later is read later.
import { expect, test } from 'vitest'
import { together } from './together.ts'

/** Answers when told to; what it was asked for is in `asked`. */
const slow = () => {
  const asked: { keys: string[]; answer: () => void; fail: (error: Error) => void }[] = []
  const ask = (keys: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
    const found = new Map(keys.filter(key => key !== 'nothing').map(key => [key, `of ${key}`]))
    asked.push({ keys, answer: () => resolve(found), fail: reject })
    return promise
  }
  return { asked, find: together(ask) }
}

test('who comes while two statements run goes with the next, and everybody gets his own', async () => {
  const { asked, find } = slow()
  const first = [find('a'), find('b'), find('c'), find('nothing'), find('c')]
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  asked[1]!.answer()
  expect(await first[1]).toBe('of b')
  expect(asked[2]!.keys).toEqual(['c', 'nothing'])
  // read anew: it may have changed since
  const again = find('a')
  asked[0]!.answer()
  asked[2]!.answer()
  expect(await Promise.all(first)).toEqual(['of a', 'of b', 'of c', undefined, 'of c'])
  expect(asked[3]!.keys).toEqual(['a'])
  asked[3]!.answer()
  expect(await again).toBe('of a')
})

test('a statement that fails fails for those who asked in it, and the next goes on', async () => {
  const { asked, find } = slow()
  const [a, b, c] = [find('a'), find('b'), find('c')]
  asked[0]!.fail(new Error('gone'))
  await expect(a).rejects.toThrow('gone')
  asked[1]!.answer()
  asked[2]!.answer()
  expect(await Promise.all([b, c])).toEqual(['of b', 'of c'])
})
