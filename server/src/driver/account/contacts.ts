// A new e-mail or phone, once its code came back: unique, with the user name that follows it, and told to the old one.
import type { Queryable } from '#platform/db.ts'
import { type Channel, queueMessage } from '#platform/outbox.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

/** after that, nobody needs to hear of it */
const noticeHours = 24

/** Answers what belongs to another account; then nothing is changed. */
export const settleContact = async (
  tx: Queryable,
  driverId: string,
  { channel, destination }: { channel: Channel; destination: string },
  now: Temporal.Instant,
): Promise<'email_taken' | 'phone_taken' | null> => {
  await store.lockUserName(tx, destination)
  const before = await store.getDriver(tx, driverId)
  const isMail = channel === 'mail'
  const changed = await (isMail ? store.changeEmail : store.changePhone)(tx, driverId, destination)
  if (!changed) return isMail ? 'email_taken' : 'phone_taken'
  const old = isMail ? before.email : before.phone
  if (!old || old === destination) return null
  const said = { en, hi }[before.language]
  const message = { channel, recipient: old, subject: said.contactSubject, body: said.contactChanged(destination) }
  await queueMessage(tx, message, now, now.add({ hours: noticeHours }))
  return null
}
