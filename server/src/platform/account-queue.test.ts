// The queue of an account's paid calls: in order, short, at a person's pace, bounded in time, and nobody else's.
import { afterEach, expect, test, vi } from 'vitest'
import { createAccountQueue } from './account-queue.ts'

const refused = { code: 'too_many_requests', retryAfterSeconds: 2 }
afterEach(() => void vi.useRealTimers())

/** Each account has one token. */
const openQueue = (limits: Parameters<typeof createAccountQueue>[0] = {}) => {
  const queue = createAccountQueue(limits)
  return <Result>(account: string, work: () => Promise<Result>) => queue.run(account, `token of ${account}`, work)
}

test('D-109: the calls of one account run one after the other, in order; a full queue refuses at once', async () => {
  const inTurn = openQueue({ most: 3 })
  const order: number[] = []
  let running = 0
  const call = (n: number) =>
    inTurn('maya', async () => {
      expect(++running).toBe(1)
      await new Promise(done => setTimeout(done, 5))
      running--
      order.push(n)
    })
  const all = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(call))
  expect(order).toEqual([0, 1, 2, 3])
  expect(all.slice(4)).toMatchObject([4, 5].map(() => ({ status: 'rejected', reason: refused })))
  await call(6)
  expect(order.at(-1)).toBe(6)
})

test('D-109: another account waits for nobody, and a failure frees the turn', async () => {
  const inTurn = openQueue()
  let end = () => {}
  const stuck = inTurn('maya', () => new Promise<void>(done => (end = done)))
  expect(await inTurn('raj', async () => 'done')).toBe('done')
  const behind = inTurn('maya', () => Promise.reject(new Error('broken')))
  end()
  await stuck
  await expect(behind).rejects.toThrow('broken')
  expect(await inTurn('maya', async () => 'done')).toBe('done')
})

test('D-109: who waited too long is refused, and never runs', async () => {
  const inTurn = openQueue({ limitMs: 10 })
  let end = () => {}
  const stuck = inTurn('maya', () => new Promise<void>(done => (end = done)))
  let ran = false
  const late = inTurn('maya', async () => {
    ran = true
  })
  await expect(late).rejects.toMatchObject(refused)
  end()
  await stuck
  expect([await inTurn('maya', async () => 'done'), ran]).toEqual(['done', false])
})

test('D-109: six calls run at once; those behind them begin at a person’s pace, whoever else calls', async () => {
  vi.useFakeTimers()
  const inTurn = openQueue({ pace: { atOnce: 6, thenEveryMs: 500 } })
  const begun: number[] = []
  const call = () => inTurn('maya', async () => begun.push(performance.now() - start))
  const start = performance.now()
  const all = Array.from({ length: 9 }, call)
  await vi.advanceTimersByTimeAsync(499)
  expect(begun.length).toBe(6)
  expect(await inTurn('raj', async () => 'done')).toBe('done')
  await vi.advanceTimersByTimeAsync(1_001)
  await Promise.all(all)
  expect(begun.slice(6)).toEqual([500, 1_000, 1_500])
  // whoever paused has the six again
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(Array.from({ length: 6 }, call))
  expect(begun.slice(9)).toEqual(Array(6).fill(11_500))
})

test('D-109: a token is refused early only while its account has no room', async () => {
  const { run, refuseEarly } = createAccountQueue({ most: 1 })
  let end = () => {}
  const stuck = run('maya', 'first', () => new Promise<void>(done => (end = done)))
  const waiting = run('maya', 'second', async () => 'done')
  await expect(run('maya', 'third', async () => 'done')).rejects.toMatchObject(refused)
  expect(() => refuseEarly('third')).toThrow(expect.objectContaining(refused))
  expect(() => refuseEarly('of another')).not.toThrow()
  end()
  await stuck
  expect(await waiting).toBe('done')
  expect(() => refuseEarly('third')).not.toThrow()
})
