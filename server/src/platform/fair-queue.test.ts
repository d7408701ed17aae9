// The fair queue: bounded, each requester in turn, known devices first, refused early.
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const held = (most: Parameters<typeof createFairQueue>[0]) => {
  const queue = createFairQueue(most)
  const order: string[] = []
  let running = 0
  let peak = 0
  return {
    order,
    peak: () => peak,
    call: (who: string, name: string, isKnown = false) =>
      queue(who, isKnown, async () => {
        peak = Math.max(peak, ++running)
        await new Promise(done => setTimeout(done, 2))
        running--
        order.push(name)
      }),
  }
}

test('D-109: no more run at a time than may, and one requester’s flood is behind everyone else', async () => {
  const { call, order, peak } = held({ running: 1, waiting: 100, waitingEach: 50 })
  const flood = Array.from({ length: 20 }, (_, n) => call('flood', `flood ${n}`))
  await Promise.all([...flood, call('maya', 'maya'), call('raj', 'raj')])
  expect(peak()).toBe(1)
  expect(order.slice(0, 4)).toEqual(['flood 0', 'maya', 'raj', 'flood 1'])
})

test('D-109: a known device goes before strangers, and has room where theirs is full', async () => {
  const { call, order } = held({ running: 1, waiting: 3, waitingEach: 3 })
  const strangers = Array.from({ length: 10 }, (_, n) => call(`stranger ${n}`, `stranger ${n}`))
  const known = call('phone', 'phone', true)
  const settled = await Promise.allSettled(strangers)
  await known
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  expect(settled.at(-1)).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 2 } })
  expect(order.slice(0, 2)).toEqual(['stranger 0', 'phone'])
})

test('D-109: a failure frees its place', async () => {
  const queue = createFairQueue({ running: 1, waiting: 1, waitingEach: 1 })
  await expect(queue('maya', false, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue('maya', false, async () => 'done')).toBe('done')
})
