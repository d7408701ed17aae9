// Stand-in for mail and text messages: stores and prints them instead of sending.
import type { Queryable } from '#platform/db.ts'
import type { Sender } from '#platform/outbox.ts'
import { storeMessage } from './message-store.ts'

export const createSandboxMessages =
  (db: Queryable, print: (line: string) => void): Sender =>
  async (message, now) => {
    if (await storeMessage(db, message, now))
      print(`Sandbox ${message.channel} to ${message.recipient}: ${message.body.replace(/\s*\n\s*/g, ' ')}`)
  }
