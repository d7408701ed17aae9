// The conversation's pages, events and reads, in whichever order they come.
import type { Message } from '@parkit/contract/support/chat'
import { expect, test } from 'vitest'
import { type Conversation, daysOf, refreshed, withEarlier, withMessages, withRead } from './conversation.ts'

const message = (Seq: number, text = `${Seq}`): Message => ({
  Id: `00000000-0000-4000-8000-${String(Seq).padStart(12, '0')}`,
  Seq,
  sender: 'Support',
  text,
  time: '2026-04-14T17:00:00Z',
  userType: 'support',
  Attachments: [],
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => message(from + i))
const page = (from: number, to: number, more: Partial<Conversation> = {}): Conversation => ({
  Items: range(from, to),
  NextCursor: from > 1 ? String(from) : null,
  LastSeq: to,
  ReadSeq: 0,
  Unread: 0,
  ...more,
})
const seqs = ({ Items }: Conversation) => Items.map(({ Seq }) => Seq)

test('a repeated event is inserted once, in order', () => {
  const known = withMessages(withMessages(page(1, 2), [message(4)]), [message(3), message(4, 'again')])
  expect([seqs(known), known.LastSeq, known.Items[3]?.text]).toEqual([[1, 2, 3, 4], 4, 'again'])
  expect(withMessages(page(1, 2), [])).toEqual(page(1, 2))
})

test('the previous page goes in front', () => {
  const known = withEarlier(page(21, 40), { ...page(1, 20), LastSeq: 40 })
  expect([seqs(known).length, known.Items[0]?.Seq, known.NextCursor, known.LastSeq]).toEqual([40, 1, null, 40])
})

test('a fresh page joins what it overlaps, also when an event came before it', () => {
  const known = page(1, 30)
  expect(seqs(refreshed(known, page(21, 40))).length).toBe(40)
  expect(refreshed(known, page(21, 40)).NextCursor).toBeNull()
  // the event of 41 was read before the page that was asked for earlier
  const ahead = withMessages(page(1, 40), [message(41)])
  expect([seqs(refreshed(ahead, page(21, 40))).at(-1), refreshed(ahead, page(21, 40)).LastSeq]).toEqual([41, 41])
})

test('across a gap only the fresh page remains', () => {
  expect(refreshed(page(1, 10), page(21, 40))).toEqual(page(21, 40))
  expect(refreshed(undefined, page(1, 3))).toEqual(page(1, 3))
  expect(refreshed(page(1, 3), page(1, 0))).toEqual(page(1, 0))
})

test('the read position never goes back', () => {
  const known = page(1, 5, { ReadSeq: 4, Unread: 1 })
  expect(withRead(known, { ReadSeq: 2, Unread: 3 })).toBe(known)
  expect(withRead(known, { ReadSeq: 5, Unread: 0 })).toMatchObject({ ReadSeq: 5, Unread: 0 })
  expect(refreshed(known, page(1, 5, { ReadSeq: 3, Unread: 2 }))).toMatchObject({ ReadSeq: 4, Unread: 1 })
})

test('days keep their order, each consecutive day once', () => {
  const times = ['2026-04-13T12:00:00Z', '2026-04-14T01:00:00Z', '2026-04-14T02:00:00Z'].map(time => ({ time }))
  const days = daysOf(times, time => time.slice(0, 10))
  expect(days.map(({ day, messages }) => [day, messages.length])).toEqual([
    ['2026-04-13', 1],
    ['2026-04-14', 2],
  ])
})
