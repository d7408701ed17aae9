// Stand-in for mail and text messages: stores and prints them instead of sending.
import { createBatchLoader } from '#platform/batch-loader.ts'
import type { Queryable } from '#platform/db.ts'
import type { Sender } from '#platform/outbox.ts'
import { storeMessages } from './message-store.ts'

type Sent = { message: Parameters<Sender>[0]; now: Temporal.Instant }

export const createSandboxMessages = (db: Queryable, print: (line: string) => void): Sender => {
  const storeOne = createBatchLoader(async (sent: Sent[]) => {
    const isNew = await storeMessages(
      db,
      sent.map(({ message }) => message),
      sent[0]!.now,
    )
    return new Map(sent.map(one => [one, isNew.has(one.message.messageId)]))
  })
  return async (message, now) => {
    if (await storeOne({ message, now }))
      print(`Sandbox ${message.channel} to ${message.recipient}: ${message.body.replace(/\s*\n\s*/g, ' ')}`)
  }
}
