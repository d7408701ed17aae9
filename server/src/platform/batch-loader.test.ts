// The batch loader: each caller gets its own, and what was asked for later is read later.
import { expect, test } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

/** Answers when told to; what it was asked for is in `asked`. */
const slow = () => {
  const asked: { keys: string[]; answer: () => void; fail: (error: Error) => void }[] = []
  const ask = (keys: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
    const found = new Map(keys.filter(key => key !== 'nothing').map(key => [key, `of ${key}`]))
    asked.push({ keys, answer: () => resolve(found), fail: reject })
    return promise
  }
  return { asked, find: createBatchLoader(ask) }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

test('concurrent loads share a statement, later ones wait for the next, and each gets its own result', async () => {
  const { asked, find } = slow()
  const first = [find('a'), find('b'), find('a')]
  await turn()
  const second = find('c')
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c']])
  const third = [find('d'), find('nothing'), find('d')]
  await turn()
  expect(asked).toHaveLength(2)
  asked[1]!.answer()
  expect(await second).toBe('of c')
  expect(asked[2]!.keys).toEqual(['d', 'nothing'])
  // read anew: it may have changed since
  const again = find('a')
  asked[0]!.answer()
  expect(await Promise.all(first)).toEqual(['of a', 'of b', 'of a'])
  expect(asked[3]!.keys).toEqual(['a'])
  asked[2]!.answer()
  asked[3]!.answer()
  expect(await Promise.all(third)).toEqual(['of d', undefined, 'of d'])
  expect(await again).toBe('of a')
})

test('a failed statement fails its own loads, and the next statement runs', async () => {
  const { asked, find } = slow()
  const a = find('a')
  await turn()
  const [b, c] = [find('b'), find('c')]
  await turn()
  asked[0]!.fail(new Error('gone'))
  await expect(a).rejects.toThrow('gone')
  asked[1]!.answer()
  expect(await Promise.all([b, c])).toEqual(['of b', 'of c'])
})
