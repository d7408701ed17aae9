// Plates seen at gates: entering starts a session and leaving stops it, for drivers who switched that on.
import { randomUUID } from 'node:crypto'
import type * as contract from '@parkit/contract/city/operators'
import type { Input } from '@parkit/contract/platform/call'
import { plateSeen } from '@parkit/contract/platform/limits'
import { toCents } from '@parkit/contract/platform/money'
import type { Places } from '#city/places/places.ts'
import type { Options } from '#driver/options/options.ts'
import { plateKey, type Vehicles } from '#driver/vehicles/vehicles.ts'
import { enqueueNotice, type NoticeText } from '#messaging/notices/notices.ts'
import type { Parking, SessionRow } from '#parking/sessions/sessions.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { expectedRefusal, refuseField } from '#platform/errors.ts'
import { systemKey } from '#platform/idempotency.ts'
import { schedule } from '#platform/jobs.ts'
import { chooseHolder, type Holder } from './holder.ts'
import { sayNotStarted, sayStarted, sayStopped } from './messages.ts'
import * as store from './store.ts'

type Deps = {
  db: Database
  parking: Parking
  places: Places
  vehicles: Vehicles
  options: Options
}

const kind = 'plate-seen'
/** a notice that can't be sent for so long is dropped */
const noticeHours = 6

const notify = (tx: Queryable, driverId: string, text: NoticeText, now: Temporal.Instant) =>
  enqueueNotice(tx, { driverId, kind: 'automaticParking', text, at: now, until: now.add({ hours: noticeHours }) })

export const createPlates = ({ db, parking, places, vehicles, options }: Deps) => {
  /** The accounts with this plate that let a gate start. */
  const listSwitchedOn = async (tx: Queryable, key: string): Promise<Holder[]> => {
    const holders = await vehicles.listHolders(tx, key)
    const switchedOn = await options.listAutoStart(
      tx,
      holders.map(holder => holder.driver_id),
    )
    return holders.filter(({ driver_id }) => switchedOn.includes(driver_id))
  }

  const start = async (
    tx: Queryable,
    sighting: store.Sighting,
    { driver_id: driverId, vehicle_id: VehicleId, plate }: Holder,
    now: Temporal.Instant,
  ) => {
    const place = places.requirePlace(sighting.zone_number)
    const stay = { ZoneNumber: place.zoneNumber, VehicleId, Minutes: place.minStayMinutes }
    try {
      const { MaxPaymentOn, MaxPaymentAmount } = await options.get(driverId, tx)
      const { totalCents } = await parking.price(driverId, stay, now, tx)
      if (MaxPaymentOn && totalCents > toCents(MaxPaymentAmount))
        return notify(tx, driverId, sayNotStarted({ name: place.name, plate }, 'max_payment'), now)
      const once = systemKey(driverId, `${kind} ${sighting.zone_number} ${sighting.plate_key} ${sighting.seen_at}`)
      const session = await store.attempt(tx, () => parking.start(once, { ...stay, PayWith: 'wallet' }, now, { tx }))
      const endsAt = Temporal.Instant.from(session.EndsAt)
      const started = { name: place.name, plate, timeZone: place.timeZone, endsAt, dollars: session.AmountPaid }
      await notify(tx, driverId, sayStarted(started), now)
    } catch (error) {
      const code = expectedRefusal(error)?.code
      if (!code) throw error
      // somebody who parked by hand needs no help
      if (code === 'already_parked') return
      await notify(tx, driverId, sayNotStarted({ name: place.name, plate }, code), now)
    }
  }

  const stop = async (tx: Queryable, row: SessionRow, now: Temporal.Instant) => {
    const once = systemKey(row.driver_id, `${kind} ${row.session_id}`)
    const { Refunded } = await parking.stop(once, row.session_id, now, { tx })
    await notify(tx, row.driver_id, sayStopped(row, Refunded), now)
  }

  return {
    /**
     * Takes a sighting in; it is worked through later, so that neither the answer nor its time tells whether anybody parks
     * by this plate. Throws `unknown_zone`; `bad_input` for a state that is none and for what is yet to come.
     */
    seen: async (
      { ZoneNumber, PlateNumber, PlateState, Direction, SeenAt }: Input<typeof contract.plateSeen>['body'],
      now: Temporal.Instant,
    ): Promise<{ Accepted: true }> => {
      places.requirePlace(ZoneNumber)
      const { plate, state } = vehicles.requirePlate({ PlateNumber, PlateState })
      const seenAt = Temporal.Instant.from(SeenAt)
      if (Temporal.Instant.compare(seenAt, now.add({ seconds: plateSeen.futureSeconds })) > 0)
        refuseField('SeenAt', 'invalid')
      const sighting = {
        plate_key: plateKey(state, plate),
        zone_number: ZoneNumber,
        direction: Direction,
        seen_at: seenAt,
      }
      const sightingId = randomUUID()
      await db.transaction(async tx => {
        await store.insertSighting(tx, sightingId, sighting)
        await schedule(tx, kind, sightingId, now)
      })
      return { Accepted: true }
    },

    jobs: {
      /** What is older than what is known, or known already, does nothing. Nothing is kept of a plate that nobody switched on. */
      [kind]: (sightingId: string, now: Temporal.Instant): Promise<void> =>
        db.transaction(async tx => {
          const sighting = await store.takeSighting(tx, sightingId)
          if (!sighting) return
          const known = await store.lockPresence(tx, sighting)
          const [holders, row] = [
            await listSwitchedOn(tx, sighting.plate_key),
            await parking.lockStartedByGate(tx, sighting.plate_key, sighting.zone_number, now),
          ]
          if (holders.length === 0 && !row) return
          const { direction, seen_at } = sighting
          if (known && Temporal.Instant.compare(seen_at, known.seen_at) <= 0) return
          const stale = now.since(seen_at).total('minutes') > plateSeen.freshMinutes
          if (direction === 'in' && stale) return
          await store.upsertPresence(tx, sighting, now)
          if (direction === 'out') return row ? stop(tx, row, now) : undefined
          const holder = chooseHolder(holders)
          const repeated =
            known?.direction === 'in' && seen_at.since(known.seen_at).total('minutes') < plateSeen.repeatMinutes
          if (holder && !repeated) await start(tx, sighting, holder, now)
        }),
    },
  }
}
