// A start from its wish to the row of its session: the vehicle, the place, the price now, and whatever the rules refuse.

import type * as contract from '@parkit/contract/parking/sessions'
import type { Input } from '@parkit/contract/platform/call'
import { longestCardStayMinutes } from '@parkit/contract/platform/limits'
import { type Place, type Places, stayLimit } from '#city/places/places.ts'
import { entries } from '#money/ledger/ledger.ts'
import { isFeeWaived } from '#money/subscription/subscription.ts'
import { type Priced, priceStart, requireQuoted } from '#parking/quotes/quotes.ts'
import type { Queryable } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { newReadableId } from '#platform/readable-id.ts'
import { findParker } from './parker-store.ts'
import type { SessionRow } from './session.ts'
import { findLastLeft } from './store.ts'

export type StartBody = Input<typeof contract.start>['body']

type Deps = { places: Places; secret: Buffer }

export type Start = { row: SessionRow; priced: Priced }

/** Who pays, besides the wallet. */
type CardPayer = { methodId: string; methodName: string }

/** Throws `no_return` where this plate left the place so short a time ago that it may not come back yet. */
export const requireReturnAllowed = async (
  from: Queryable,
  place: Place,
  plateKey: string,
  now: Temporal.Instant,
): Promise<void> => {
  if (!place.noReturnMinutes) return
  const left = await findLastLeft(from, plateKey, place.zoneNumber, now)
  const allowedFrom = left?.add({ minutes: place.noReturnMinutes })
  if (allowedFrom && Temporal.Instant.compare(allowedFrom, now) > 0)
    throw new Refusal('no_return', { extra: { AllowedFrom: allowedFrom.toString() } })
}

export const createStarting = ({ places, secret }: Deps) => ({
  /** The start as it would be at `now`. Throws what the rules refuse, and where `QuoteId` does not hold. */
  plan: async (from: Queryable, driverId: string, body: StartBody, now: Temporal.Instant): Promise<Start> => {
    const { vehicle: named, plan } = await findParker(from, driverId, body.VehicleId)
    const vehicle = named ?? refuse('not_found')
    const place = places.requirePlace(body.ZoneNumber)
    await requireReturnAllowed(from, place, vehicle.plate_key, now)
    const priced = priceStart(place, now, body.Minutes, isFeeWaived(plan, now))
    if (body.QuoteId) requireQuoted(body.QuoteId, priced, now, secret)
    const { name, kind, address, latitude, longitude, timeZone, refundsUnused } = place
    const limit = stayLimit(place, now).maxMinutes
    const row: SessionRow = {
      session_id: newReadableId('P', 10),
      driver_id: driverId,
      vehicle_id: body.VehicleId,
      plate_key: vehicle.plate_key,
      vehicle: {
        VehicleMake: vehicle.make,
        VehicleModel: vehicle.model,
        PlateNumber: vehicle.plate,
        PlateState: vehicle.state,
      },
      place: { name, kind, address, latitude, longitude, timeZone, refundsUnused, maxMinutes: limit },
      zone_number: place.zoneNumber,
      tariff_id: priced.tariff.id,
      tariff_version: priced.tariff.version,
      status: 'running',
      started_at: now,
      ends_at: now.add({ minutes: priced.minutes }),
      ended_at: null,
      parking_cents: priced.parkingCents,
      fee_cents: priced.feeCents,
      refunded_cents: 0,
      paid_via: 'wallet',
      auto_session: false,
      auto_extended: false,
      method_id: null,
      payment: null,
    }
    return { row, priced }
  },
})
export type Starting = ReturnType<typeof createStarting>

/** The entry of a start; none where it costs nothing. */
export const fareOf = ({ row, priced }: Start) =>
  priced.totalCents > 0
    ? entries.fare(
        row.driver_id,
        row.session_id,
        priced.parkingCents,
        priced.feeCents,
        row.method_id ? 'card_receivable' : 'wallet',
      )
    : null

/** The same start, paid by a card. Throws `over_max_stay` where a card's authorisation would not last as long. */
export const byCard = ({ row, priced }: Start, { methodId, methodName }: CardPayer): Start => {
  if (priced.minutes > longestCardStayMinutes) refuse('over_max_stay')
  const place = { ...row.place, maxMinutes: Math.min(row.place.maxMinutes ?? Infinity, longestCardStayMinutes) }
  const payment = priced.totalCents > 0 ? 'pending' : 'paid'
  return { priced, row: { ...row, place, paid_via: methodName, method_id: methodId, payment } }
}
