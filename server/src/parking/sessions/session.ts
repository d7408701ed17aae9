// A session as stored and as answered; past its end it is answered as ended, even if the job that ends it is late.

import type { Facts } from '@parkit/contract/city/calendar-schemas'
import type { Change, Session } from '@parkit/contract/parking/sessions'
import { toDollars } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import type { Used } from '#city/calendar/calendar.ts'
import type { Authorization } from '#money/cards/cards.ts'
import { paidMinutes } from '#parking/quotes/quotes.ts'
import type { Queryable } from '#platform/db.ts'

/** The place as it was when the session started. */
type ParkedPlace = {
  name: string
  kind: Session['Kind']
  address: string
  latitude: number
  longitude: number
  timeZone: string
  refundsUnused: boolean
  /** the code of its city; sessions of before have none */
  city?: string
  /** where ParkIt had several */
  cityName?: string
  /** of the whole session */
  maxMinutes: number | null
  /** spent in other zones, of limits that these zones count together */
  used?: Used
}

type ParkedVehicle = Omit<Session['Vehicle'], 'VehicleID'>

export type SessionRow = {
  session_id: string
  driver_id: string
  vehicle_id: string | null
  plate_key: string
  vehicle: ParkedVehicle
  place: ParkedPlace
  city: number
  zone_number: string
  /** of the rule book's version, where it was converted from one */
  tariff_id: string | null
  tariff_version: number | null
  /** what it is priced and limited by; null: a version of ParkIt without rule books started it */
  rule_book_id: string | null
  rule_book_version: number | null
  rules_as_of: Temporal.Instant | null
  /** as they were known at the start */
  facts: Facts
  status: Session['Status']
  started_at: Temporal.Instant
  ends_at: Temporal.Instant
  ended_at: Temporal.Instant | null
  /** from when the present zone is paid for, after a move */
  part_from_at: Temporal.Instant | null
  parking_cents: number
  fee_cents: number
  refunded_cents: number
  paid_via: string
  auto_session: boolean
  auto_extended: boolean
  /** the card that pays; null: the wallet */
  method_id: string | null
  /** of that card */
  payment: 'pending' | 'paid' | 'failed' | null
  /** moves beyond the one, by closures that cut it */
  moves_given: number
  /** the oldest first; null: nothing was changed */
  changes: Change[] | null
}

/** A change by the system instead of the driver: written in this transaction. */
export type SystemInitiated = { tx: Queryable; authorization?: Authorization | null }

/** The ledger account that pays. */
export const payerOf = (row: SessionRow) => (row.method_id ? 'card_receivable' : 'wallet')

const paymentStatuses = { pending: 'Pending', paid: 'Paid', failed: 'Failed' } as const

export const isRunning = (row: SessionRow, now: Temporal.Instant): boolean =>
  row.status === 'running' && Temporal.Instant.compare(row.ends_at, now) > 0

/** Minutes that have begun. */
export const minutesBetween = (fromMs: number, toMs: number): number => Math.ceil((toMs - fromMs) / minuteMs)

type Paid = Pick<SessionRow, 'parking_cents' | 'fee_cents' | 'refunded_cents' | 'payment'>
export const paymentStatusOf = ({ parking_cents, fee_cents, refunded_cents, payment }: Paid) => {
  const paidCents = parking_cents + fee_cents
  return paidCents > 0 && refunded_cents === paidCents ? 'Refunded' : paymentStatuses[payment ?? 'paid']
}

const stateAt = (row: SessionRow, now: Temporal.Instant) =>
  row.status === 'running' && !isRunning(row, now)
    ? { status: 'ended' as const, endedAt: row.ends_at }
    : { status: row.status, endedAt: row.ended_at }

const withInstant = (change: Change): Change => ({ ...change, At: Temporal.Instant.from(change.At).toString() })

export const sessionAnswer = (row: SessionRow, now: Temporal.Instant): Session => {
  const { status, endedAt } = stateAt(row, now)
  return {
    SessionId: row.session_id,
    Status: status,
    ZoneNumber: row.zone_number,
    ...(row.place.city && { City: row.place.city }),
    ...(row.place.cityName && { CityName: row.place.cityName }),
    Name: row.place.name,
    Kind: row.place.kind,
    Address: row.place.address,
    Latitude: row.place.latitude,
    Longitude: row.place.longitude,
    TimeZone: row.place.timeZone,
    StartedAt: row.started_at.toString(),
    EndsAt: row.ends_at.toString(),
    EndedAt: endedAt?.toString() ?? null,
    Minutes: endedAt ? minutesBetween(row.started_at.epochMilliseconds, endedAt.epochMilliseconds) : paidMinutes(row),
    MaxMinutes: row.place.maxMinutes,
    RefundsUnused: row.place.refundsUnused,
    Parking: toDollars(row.parking_cents),
    ServiceFee: toDollars(row.fee_cents),
    AmountPaid: toDollars(row.parking_cents + row.fee_cents - row.refunded_cents),
    Refunded: toDollars(row.refunded_cents),
    PaidVia: row.paid_via,
    PaymentMethodId: row.method_id,
    PaymentStatus: paymentStatusOf(row),
    Vehicle: { VehicleID: row.vehicle_id, ...row.vehicle },
    AutoSession: row.auto_session,
    AutoExtended: row.auto_extended,
    ...(row.moves_given > 0 && { MovesGiven: row.moves_given }),
    ...(row.changes && { Changes: row.changes.map(withInstant) }),
  }
}
