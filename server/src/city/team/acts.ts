// The log of what was done for a city: who, when, what it was before, what it is now.

import type { Queryable } from '#platform/db.ts'
import { currentTrace } from '#platform/trace.ts'
import * as store from './act-store.ts'

/** A member of staff, or whoever runs a command on the machine, by the name given there, which nothing proves. */
export type Actor = { staffId: string; name: string } | { command: string }

export const nameOf = (actor: Actor): string => ('command' in actor ? actor.command : actor.name)

export type Act = {
  /** the city's id */
  city: number
  kind: string
  subject: string
  before?: unknown
  after?: unknown
  reason?: string | undefined
  proposalId?: string | null | undefined
}

// JSON in the database takes neither half of a surrogate pair nor a zero
const wellFormed = (_: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value
const jsonOf = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value, wellFormed))

/** In the transaction of what was done. */
export const recordAct = (
  tx: Queryable,
  actor: Actor,
  { city, kind, subject, before, after, reason, proposalId }: Act,
  now: Temporal.Instant,
): Promise<void> =>
  store.insertAct(
    tx,
    now,
    city,
    'command' in actor ? 'command' : 'staff',
    'command' in actor ? null : actor.staffId,
    nameOf(actor),
    kind,
    subject,
    jsonOf(before),
    jsonOf(after),
    reason?.toWellFormed() ?? null,
    proposalId ?? null,
    currentTrace()?.requestId ?? null,
  )
