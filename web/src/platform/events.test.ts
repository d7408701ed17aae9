// Reading events: in any pieces, with any line ends; and how long a broken stream waits.
import { expect, test } from 'vitest'
import { createParser, pauseMs } from './events.ts'

const text =
  'retry: 1000\n\n: beat\n\nevent: message\nid: 7\ndata: {"a":"é"}\n\nevent: read\ndata: 1\ndata: 2\n\ndata:bare\n\n'
const events = [
  { event: 'message', id: '7', data: '{"a":"é"}' },
  { event: 'read', id: '', data: '1\n2' },
  { event: 'message', id: '', data: 'bare' },
]

test.each([1, 2, 3, 7, 1000])('in pieces of %i', size => {
  const parse = createParser()
  const found = []
  for (let at = 0; at < text.length; at += size) found.push(...parse(text.slice(at, at + size)))
  expect(found).toEqual(events)
})

test('half an event waits for its other half', () => {
  const parse = createParser()
  expect([parse('data: a'), parse('b\n'), parse('\n')]).toEqual([[], [], [{ event: 'message', id: '', data: 'ab' }]])
})

test('pauses double up to half a minute, and differ', () => {
  expect([1, 2, 3, 4, 9].map(failures => pauseMs(failures, 1))).toEqual([1_000, 2_000, 4_000, 8_000, 30_000])
  expect([pauseMs(1, 0), pauseMs(99, 0)]).toEqual([500, 15_000])
})
