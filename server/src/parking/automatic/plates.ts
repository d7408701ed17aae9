// Plates seen at gates: entering starts a session and leaving stops it, for drivers with automatic start on.
import { randomUUID } from 'node:crypto'
import type * as contract from '@parkit/contract/city/operators'
import type { Input } from '@parkit/contract/platform/call'
import { plateSeen } from '@parkit/contract/platform/limits'
import { toCents } from '@parkit/contract/platform/money'
import { anyCar, limitsAt } from '#city/calendar/calendar.ts'
import type { Places } from '#city/places/places.ts'
import type { Options } from '#driver/options/options.ts'
import { plateKey, type Vehicles } from '#driver/vehicles/vehicles.ts'
import { enqueueNotice, type NoticeText } from '#messaging/notices/notices.ts'
import type { Parking, SessionRow } from '#parking/sessions/sessions.ts'
import type { Operator } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { expectedRefusal, refuse, refuseField } from '#platform/errors.ts'
import { systemKey } from '#platform/idempotency.ts'
import { schedule } from '#platform/jobs.ts'
import { notStartedMessage, sharedPlateMessage, startedMessage, stoppedMessage } from './messages.ts'
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

type Holder = { driver_id: string; vehicle_id: string; plate: string }

export const createPlates = ({ db, parking, places, vehicles, options }: Deps) => {
  /** The accounts with this plate that have automatic start on. */
  const listHolders = async (tx: Queryable, key: string): Promise<Holder[]> => {
    const holders = await vehicles.listHolders(tx, key)
    const driverIds = holders.map(holder => holder.driver_id)
    const autoStart = await options.listAutoStart(tx, driverIds)
    return holders.filter(({ driver_id }) => autoStart.includes(driver_id))
  }

  /** Of several accounts the one that last paid for the plate (D-107); null if none of them has. */
  const chooseHolder = async (
    tx: Queryable,
    key: string,
    holders: Holder[],
    now: Temporal.Instant,
  ): Promise<Holder | null> => {
    if (holders.length < 2) return holders[0] ?? null
    const driverIds = holders.map(holder => holder.driver_id)
    const lastPayer = await parking.findLastPayer(tx, key, driverIds, now)
    return holders.find(holder => holder.driver_id === lastPayer?.driver_id) ?? null
  }

  /** The other accounts hear neither where the plate was seen nor whose account was charged. */
  const notifyShared = async (tx: Queryable, holders: Holder[], chosen: Holder | null, now: Temporal.Instant) => {
    for (const { driver_id, plate } of holders) {
      const outcome = driver_id === chosen?.driver_id ? 'charged' : chosen ? 'otherCharged' : 'nobodyCharged'
      await notify(tx, driver_id, sharedPlateMessage(plate, outcome), now)
    }
  }

  const start = async (
    tx: Queryable,
    sighting: store.Sighting,
    { driver_id: driverId, vehicle_id: VehicleId, plate }: Holder,
    now: Temporal.Instant,
  ) => {
    const place = places.requirePlace(sighting)
    const calendar = place.calendarAt(now)
    const Minutes = calendar ? limitsAt(calendar, anyCar, now).minMinutes : 1
    const stay = { ZoneNumber: place.zoneNumber, City: place.city, VehicleId, Minutes }
    try {
      const { MaxPaymentOn, MaxPaymentAmount } = await options.get(driverId, tx)
      const { totalCents } = await parking.price(driverId, stay, now, tx)
      if (MaxPaymentOn && totalCents > toCents(MaxPaymentAmount))
        return notify(tx, driverId, notStartedMessage({ name: place.name, plate }, 'max_payment'), now)
      const idempotencyKey = systemKey(
        driverId,
        `${kind} ${sighting.city}/${sighting.zone_number} ${sighting.plate_key} ${sighting.seen_at}`,
      )
      const session = await store.attempt(tx, () =>
        parking.start(idempotencyKey, { ...stay, PayWith: 'wallet' }, now, { tx }),
      )
      const endsAt = Temporal.Instant.from(session.EndsAt)
      const started = { name: place.name, plate, timeZone: place.timeZone, endsAt, dollars: session.AmountPaid }
      await notify(tx, driverId, startedMessage(started), now)
    } catch (error) {
      const code = expectedRefusal(error)?.code
      if (!code) throw error
      // the driver parked by hand
      if (code === 'already_parked') return
      await notify(tx, driverId, notStartedMessage({ name: place.name, plate }, code), now)
    }
  }

  const stop = async (tx: Queryable, row: SessionRow, now: Temporal.Instant) => {
    const idempotencyKey = systemKey(row.driver_id, `${kind} ${row.session_id}`)
    const { Refunded } = await parking.stop(idempotencyKey, row.session_id, now, { tx })
    await notify(tx, row.driver_id, stoppedMessage(row, Refunded), now)
  }

  return {
    /**
     * Stores a sighting, to be processed later: neither the answer nor its time reveals whether a driver has this plate.
     * Throws `unknown_zone`, `not_your_zone`; `bad_input` for an unknown state and for a time in the future.
     */
    seen: async (
      { city, zones }: Pick<Operator, 'city' | 'zones'>,
      { ZoneNumber, PlateNumber, PlateState, Direction, SeenAt }: Input<typeof contract.plateSeen>['body'],
      now: Temporal.Instant,
    ): Promise<{ Accepted: true }> => {
      places.requirePlace({ city, zone_number: ZoneNumber })
      if (zones && !zones.includes(ZoneNumber)) refuse('not_your_zone')
      const { plate, state } = vehicles.requirePlate({ PlateNumber, PlateState })
      const seenAt = Temporal.Instant.from(SeenAt)
      if (Temporal.Instant.compare(seenAt, now.add({ seconds: plateSeen.futureSeconds })) > 0)
        refuseField('SeenAt', 'invalid')
      const sighting = {
        plate_key: plateKey(state, plate),
        city,
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
      /** Ignores a sighting that is not newer than the last one. Nothing is stored of plates without automatic start. */
      [kind]: (sightingId: string, now: Temporal.Instant): Promise<void> =>
        db.transaction(async tx => {
          const sighting = await store.takeSighting(tx, sightingId)
          if (!sighting) return
          const known = await store.lockPresence(tx, sighting)
          const [holders, row] = [
            await listHolders(tx, sighting.plate_key),
            await parking.lockStartedByGate(tx, sighting, now),
          ]
          if (holders.length === 0 && !row) return
          const { direction, seen_at } = sighting
          if (known && Temporal.Instant.compare(seen_at, known.seen_at) <= 0) return
          const isStale = now.since(seen_at).total('minutes') > plateSeen.freshMinutes
          if (direction === 'in' && isStale) return
          await store.upsertPresence(tx, sighting, now)
          if (direction === 'out') return row ? stop(tx, row, now) : undefined
          const isRepeated =
            known?.direction === 'in' && seen_at.since(known.seen_at).total('minutes') < plateSeen.repeatMinutes
          if (isRepeated) return
          const chosen = await chooseHolder(tx, sighting.plate_key, holders, now)
          if (chosen) await start(tx, sighting, chosen, now)
          if (holders.length > 1) await notifyShared(tx, holders, chosen, now)
        }),
    },
  }
}
