// Following an event stream: its bytes in any pieces, what opens it again, and how long it waits before.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from './client.ts'
import { followEvents } from './events.ts'

const text =
  'retry: 1000\n\n: beat\n\nevent: message\nid: 7\ndata: {"a":"é"}\n\nevent: read\ndata: 1\ndata: 2\n\ndata:bare\n\ndata: half'
const events = [{ event: 'message', id: '7', data: '{"a":"é"}' }, { event: 'read', data: '1\n2' }, { data: 'bare' }]

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => vi.unstubAllGlobals())

const streamOf = (pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: controller => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

test.each([1, 2, 3, 7, 1000])('parses a stream in pieces of %i bytes, and again after reconnecting', async size => {
  const bytes = new TextEncoder().encode(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.slice(i * size, (i + 1) * size))
  const found: unknown[] = []
  const states: boolean[] = []
  const opened = vi.fn(async () => streamOf(pieces))
  const stop = followEvents({
    open: opened,
    onEvent: event => found.push(event),
    onState: state => states.push(state),
  })
  await expect.poll(() => states).toEqual([true, false])
  expect(found).toEqual(events)
  // the network is back: the pause ends
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => states).toEqual([true, false, true, false])
  expect(found).toEqual([...events, ...events])
  stop()
  expect(opened).toHaveBeenCalledTimes(2)
})

test('once the sign-in has ended it does not reconnect', async () => {
  const states: boolean[] = []
  const opened = vi.fn(async () => {
    throw new CallError(401, {})
  })
  followEvents({ open: opened, onEvent: () => {}, onState: state => states.push(state) })
  await expect.poll(() => states).toEqual([false])
  window.dispatchEvent(new Event('online'))
  await new Promise(setImmediate)
  expect(opened).toHaveBeenCalledOnce()
})
