// The queue of an account's paid calls: in order, short, bounded in time, and nobody else's.
import { expect, test } from 'vitest'
import { createAccountQueue } from './account-queue.ts'

const refused = { code: 'too_many_requests', retryAfterSeconds: 2 }

test('D-109: the calls of one account run one after the other, in order; a full queue refuses at once', async () => {
  const inTurn = createAccountQueue({ most: 3 })
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
  const inTurn = createAccountQueue()
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
  const inTurn = createAccountQueue({ limitMs: 10 })
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
