// The conversation as the screen knows it: pages, events and answers of one's own, joined without gap or double.
import type { Answer } from '@parkit/contract/platform/call'
import type { chat, Message, ReadState } from '@parkit/contract/support/chat'

export const chatKey = ['chat.chat']

export type Conversation = Answer<typeof chat>

const bySeq = (a: Message, b: Message) => a.Seq - b.Seq

/** Both together; what the second says of a place stands. */
const union = (known: readonly Message[], more: readonly Message[]): Message[] =>
  [...new Map([...known, ...more].map(message => [message.Seq, message])).values()].sort(bySeq)

/** New messages at the end, or one that is known already. */
export function withMessages(known: Conversation, more: readonly Message[]): Conversation {
  const Items = union(known.Items, more)
  return { ...known, Items, LastSeq: Math.max(known.LastSeq, Items.at(-1)?.Seq ?? 0) }
}

/** The page before what is known. */
export const withEarlier = (known: Conversation, page: Conversation): Conversation => ({
  ...known,
  Items: union(page.Items, known.Items),
  NextCursor: page.NextCursor,
})

/** A fresh first page: joined to what is known where they touch, in its place where there is a gap. */
export function refreshed(known: Conversation | undefined, page: Conversation): Conversation {
  const first = page.Items[0]?.Seq
  if (!known || first === undefined || first > known.LastSeq + 1) return page
  const read = known.ReadSeq > page.ReadSeq ? known : page
  return {
    ...withMessages({ ...known, LastSeq: Math.max(known.LastSeq, page.LastSeq) }, page.Items),
    ReadSeq: read.ReadSeq,
    Unread: read.Unread,
  }
}

export const withRead = (known: Conversation, { ReadSeq, Unread }: ReadState): Conversation =>
  ReadSeq < known.ReadSeq ? known : { ...known, ReadSeq, Unread }

/** The messages of each day, by the text of the day; the order stays. */
export function daysOf<M extends { time: string }>(
  messages: readonly M[],
  dayOf: (time: string) => string,
): { day: string; messages: M[] }[] {
  const days: { day: string; messages: M[] }[] = []
  for (const message of messages) {
    const day = dayOf(message.time)
    if (days.at(-1)?.day !== day) days.push({ day, messages: [] })
    days.at(-1)!.messages.push(message)
  }
  return days
}
