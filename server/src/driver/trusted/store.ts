// The SQL of trusted persons: a driver's own, the one that a code names, and how many invitations there were.
import type { Language } from '@parkit/contract/platform/errors'
import { sql } from '#platform/db.ts'
import type { Channel } from '#platform/outbox.ts'

type Instant = Temporal.Instant

export type PersonRow = {
  name: string
  recipient: string
  invited_at: Instant
  agreed_at: Instant | null
}

/** An invitation that nobody answered is over after a while. */
const isOpen = (since: string) => `(agreed_at is not null or invited_at > ${since})`

export const findPerson = sql.first<PersonRow, [driverId: string, openSince: Instant]>(
  'trusted_person_find',
  `select name, recipient, invited_at, agreed_at from trusted_person where driver_id = $1 and ${isOpen('$2')}`,
)

export type NewPerson = { code: string; name: string; channel: Channel; recipient: string; language: Language }
const trustedPersonInsert = sql.run<[string, ...(string | Instant)[]]>(
  'trusted_person_insert',
  `insert into trusted_person (driver_id, code, name, channel, recipient, language, invited_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
)
export const insertPerson = (
  tx: Parameters<typeof trustedPersonInsert>[0],
  driverId: string,
  { code, name, channel, recipient, language }: NewPerson,
  now: Instant,
): Promise<void> => trustedPersonInsert(tx, driverId, code, name, channel, recipient, language, now)

/** With what is queued for that person: nothing more is sent. */
export const deletePerson = sql.run<[driverId: string]>(
  'trusted_person_delete',
  `with gone as (delete from trusted_person where driver_id = $1 returning recipient, code)
   delete from outbox using gone where outbox.recipient = gone.recipient and position(code in body) > 0`,
)

export const findInvitation = sql.first<
  { phone: string; recipient: string; agreed_at: Instant | null },
  [code: string, openSince: Instant]
>(
  'trusted_person_by_code',
  `select driver.phone, recipient, agreed_at from trusted_person join driver using (driver_id)
    where code = $1 and ${isOpen('$2')}`,
)

/** Null where it was agreed to before, is over, or never was. */
export const agree = sql.first<
  { driver_id: string; recipient: string },
  [code: string, openSince: Instant, language: Language, now: Instant]
>(
  'trusted_person_agree',
  `update trusted_person set agreed_at = $4, language = $3 where code = $1 and agreed_at is null and invited_at > $2
   returning driver_id, recipient`,
)

/** As `deletePerson`, by the person's own code; null where it is over or never was. */
export const leave = sql.first<{ recipient: string; was_waiting: boolean }, [code: string]>(
  'trusted_person_leave',
  `with gone as (delete from trusted_person where code = $1 returning recipient, code, agreed_at),
        unsent as (delete from outbox using gone where outbox.recipient = gone.recipient and position(code in body) > 0)
   select recipient, agreed_at is null as was_waiting from gone`,
)

/** Counts one more of this driver, or to this contact, since the last count ended at `kept_until`. */
export const countInvitation = sql.one<
  { sent: number; declined: boolean },
  [whoHash: Buffer, keptUntil: Instant, now: Instant]
>(
  'trusted_invitation_count',
  `insert into trusted_invitation as known (who_hash, sent, kept_until) values ($1, 1, $2)
   on conflict (who_hash) do update set
     sent = case when known.kept_until > $3 then known.sent + 1 else 1 end,
     declined = known.declined and known.kept_until > $3,
     kept_until = case when known.kept_until > $3 then known.kept_until else excluded.kept_until end
   returning sent, declined`,
)

export const declineAll = sql.run<[whoHash: Buffer, until: Instant]>(
  'trusted_invitation_decline',
  `insert into trusted_invitation (who_hash, sent, declined, kept_until) values ($1, 1, true, $2)
   on conflict (who_hash) do update set declined = true, kept_until = excluded.kept_until`,
)

export const findDriver = sql.one<
  { phone: string; email: string | null; unconfirmed_email: string | null },
  [driverId: string]
>('trusted_driver_find', 'select phone, email, unconfirmed_email from driver where driver_id = $1')
