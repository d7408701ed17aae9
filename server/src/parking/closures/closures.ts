// Closures and those who park: the job that cuts sessions a closure reaches into, that tells of one that is off, and the evening before.
import { closureEveJob, closureJob, findOverride, holdsPublished, type OverrideRow } from '#city/overrides/overrides.ts'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { Parking } from '#parking/sessions/sessions.ts'
import { type Clock, isAfter } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import * as store from './store.ts'

type Deps = { db: Database; clock: Clock; parking: Pick<Parking, 'cutAtClosure' | 'closureRefund'> }

/** A server that has not read the closure yet may let somebody in: looked at once more after it surely has. */
const secondLookSeconds = 10
const nextLookMinutes = 60
const nearMetres = 150

/** Ten seconds after it was published, then each hour until it begins; null: no look is left. */
const nextLook = ({ published_at, starts_at }: OverrideRow, now: Temporal.Instant): Temporal.Instant | null => {
  const second = published_at!.add({ seconds: secondLookSeconds })
  if (isAfter(second, now)) return second
  if (!isAfter(starts_at, now)) return null
  const next = now.add({ minutes: nextLookMinutes })
  return isAfter(next, starts_at) ? starts_at : next
}

export const createClosures = ({ db, clock, parking }: Deps) => {
  /** Each session in a transaction of its own; one that fails keeps none of the others, and the job comes back for it. */
  const cutReached = async (row: OverrideRow, renew: () => Promise<void>): Promise<void> => {
    const { override_id, city, zone_numbers } = row
    const closure = {
      overrideId: override_id,
      city,
      zoneNumbers: zone_numbers,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      reason: row.name,
      tow: row.tow,
      holds: (tx: Queryable) => holdsPublished(tx, override_id),
    }
    const failed: unknown[] = []
    let after: string | undefined = ''
    while (after !== undefined) {
      const reached: { session_id: string }[] = await store.listReached(
        db.pool,
        city,
        zone_numbers,
        row.starts_at,
        clock.now(),
        after,
      )
      for (const { session_id } of reached) {
        await parking.cutAtClosure(session_id, closure, clock.now()).catch(error => failed.push(error))
        await renew()
      }
      after = reached.at(-1)?.session_id
    }
    if (failed.length > 0) throw failed[0]
  }

  /** Nothing is refunded again: they may extend. */
  const tellCalledOff = async (overrideId: string, renew: () => Promise<void>): Promise<void> => {
    for (const session of await store.listCalledOff(db.pool, overrideId, clock.now())) {
      await db.transaction(async tx => {
        if (!(await store.markCalledOff(tx, session.session_id, clock.now()))) return
        await enqueueNotice(tx, {
          driverId: session.driver_id,
          kind: 'closureOff',
          data: {
            sessionId: session.session_id,
            name: session.name,
            plate: session.plate,
            timeZone: session.time_zone,
            untilMs: session.ends_at.epochMilliseconds,
          },
          at: clock.now(),
        })
      })
      await renew()
    }
  }

  return {
    /**
     * How many running sessions an override would reach if it held now, and what a closure would give back to them, in cents. An event rate
     * leaves them their price.
     */
    reach: async (
      row: Pick<OverrideRow, 'city' | 'kind' | 'zone_numbers' | 'starts_at' | 'ends_at'>,
      now: Temporal.Instant,
    ): Promise<{ sessions: number; refundCents: number }> => {
      let [sessions, refundCents] = [0, 0]
      for (let after: string | undefined = ''; after !== undefined; ) {
        const reached: { session_id: string }[] = await store.listReached(
          db.pool,
          row.city,
          row.zone_numbers,
          row.starts_at,
          now,
          after,
        )
        const closure = { startsAt: row.starts_at, endsAt: row.ends_at }
        for (const { session_id } of reached) {
          const cents = row.kind === 'closed' ? await parking.closureRefund(session_id, closure, now) : 0
          if (cents === null) continue
          sessions++
          refundCents += cents
        }
        after = reached.at(-1)?.session_id
      }
      return { sessions, refundCents }
    },

    jobs: {
      [closureJob]: async (overrideId: string, _: Temporal.Instant, renew: () => Promise<void>): Promise<void> => {
        const row = await findOverride(db.pool, overrideId)
        if (row?.state === 'cancelled') return tellCalledOff(overrideId, renew)
        if (row?.state !== 'published' || row.kind !== 'closed' || !isAfter(row.ends_at, clock.now())) return
        await cutReached(row, renew)
        const next = nextLook(row, clock.now())
        if (next) await schedule(db.pool, closureJob, overrideId, next)
      },
    },

    handlers: {
      [closureEveJob]: async (tx: Queryable, overrideId: string, now: Temporal.Instant): Promise<void> => {
        const row = await findOverride(tx, overrideId)
        if (row?.state !== 'published' || !isAfter(row.starts_at, now)) return
        const { time_zone: timeZone, starts_at, ends_at, name: reason, tow } = row
        const [fromMs, toMs] = [starts_at.epochMilliseconds, ends_at.epochMilliseconds]
        for (const { driver_id, name, places } of await store.listSavedNear(tx, overrideId, nearMetres))
          await enqueueNotice(tx, {
            driverId: driver_id,
            kind: 'closureNear',
            data: { name: places > 1 ? `${name} (+${places - 1})` : name, timeZone, fromMs, toMs, reason, tow },
            at: now,
          })
      },
    },
  }
}
export type Closures = ReturnType<typeof createClosures>
export { countCuts } from './store.ts'
