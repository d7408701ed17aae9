// The durable queue: order, retries, what survives a reload, and that one driver's items are never another's.
import { beforeEach, expect, test, vi } from 'vitest'
import { createDurableQueue } from './durable-queue.ts'

const { stored, member } = vi.hoisted(() => ({ stored: new Map<string, unknown>(), member: { id: 'a' } }))

vi.mock('idb-keyval', () => ({
  set: async (key: string, value: unknown) => void stored.set(key, value),
  del: async (key: string) => void stored.delete(key),
  entries: async () => [...stored],
}))
vi.mock('./session.ts', () => ({
  session: { memberId: () => member.id },
  onSession: (listener: () => void) => window.addEventListener('session', listener),
}))

type Item = { id: string; atMs: number; done?: boolean }

let answers: boolean[]
let delivered: string[]

const createQueue = () => {
  const queue = createDurableQueue<Item>({
    name: 'test',
    database: () => (() => undefined) as never,
    idOf: ({ id }) => id,
    isItem: stored => typeof (stored as Item | null)?.id === 'string',
    isPending: ({ done }) => !done,
    deliver: async item => {
      delivered.push(item.id)
      const isAnswered = answers.shift() ?? true
      if (isAnswered) await queue.update({ ...item, done: true })
      return isAnswered
    },
  })
  return queue
}
const idle = () => new Promise(resolve => setTimeout(resolve, 5))

beforeEach(() => {
  stored.clear()
  member.id = 'a'
  answers = []
  delivered = []
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true })
})

test('what is no item is left alone, and the items beside it are sent', async () => {
  for (const [key, value] of [
    ['a 0', null],
    ['a 1', 5],
    ['a 2', {}],
    ['b 3', { id: 'x', atMs: 1 }],
  ] as const)
    stored.set(key, value)
  stored.set('a 9', { id: '9', atMs: 9 })
  const queue = createQueue()
  await queue.start()
  expect(delivered).toEqual(['9'])
  expect(queue.items.get().map(({ id }) => id)).toEqual(['9'])
})

test('an unanswered item blocks the later ones, and is sent first when the network returns', async () => {
  const queue = createQueue()
  answers = [false]
  await queue.add({ id: '1', atMs: 1 })
  answers = [false, true, true]
  await queue.add({ id: '2', atMs: 2 })
  expect(delivered).toEqual(['1', '1'])
  window.dispatchEvent(new Event('online'))
  await idle()
  expect(delivered).toEqual(['1', '1', '1', '2'])
  expect(queue.items.get().every(({ done }) => done)).toBe(true)
})

test('after a reload stored items are sent, oldest first, and no other driver’s', async () => {
  stored.set('a 2', { id: '2', atMs: 2 }).set('a 1', { id: '1', atMs: 1 }).set('b 3', { id: '3', atMs: 3 })
  const queue = createQueue()
  await queue.start()
  expect(delivered).toEqual(['1', '2'])
  member.id = ''
  window.dispatchEvent(new Event('session'))
  await idle()
  expect(queue.items.get()).toEqual([])
  member.id = 'b'
  window.dispatchEvent(new Event('session'))
  await idle()
  expect(delivered).toEqual(['1', '2', '3'])
})

test('nothing is sent in the next driver’s name', async () => {
  const queue = createQueue()
  answers = [false]
  await queue.add({ id: '1', atMs: 1 })
  member.id = 'b'
  await queue.flush()
  expect(delivered).toEqual(['1'])
  expect(stored.get('a 1')).toEqual({ id: '1', atMs: 1 })
})
