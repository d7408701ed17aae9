// The most common calls of a driver: quote, start, extension, stop.
import { randomUUID } from 'node:crypto'
import * as places from '@parkit/contract/city/places'
import * as parking from '@parkit/contract/parking/sessions'
import type { Answer, Call, Input } from '@parkit/contract/platform/call'
import { call, type Driver, require } from '../e2e/api.ts'

const minutes = 60
const moreMinutes = 30

export type Send = <const C extends Call>(declared: C, input: Input<C>, key?: string) => Promise<Answer<C>>

/** Throws where the start, the extension, or the stop moves no money: each journey is to cost the same three postings. */
export const journey = async (
  send: Send,
  zoneNumber: string,
  VehicleId: string,
  keys = [0, 1, 2].map(() => randomUUID()),
) => {
  const stay = { ZoneNumber: zoneNumber, VehicleId, Minutes: minutes }
  const { QuoteId } = await send(parking.quote, { body: stay })
  const { SessionId, ...started } = await send(
    parking.start,
    { body: { ...stay, QuoteId, PayWith: 'wallet' } },
    keys[0],
  )
  const extended = await send(parking.extend, { body: { SessionId, Minutes: moreMinutes } }, keys[1])
  const { Refunded } = await send(parking.stop, { body: { SessionId } }, keys[2])
  if (started.AmountPaid === 0 || extended.AmountPaid === started.AmountPaid || Refunded === 0)
    throw new Error(`A call of journey ${SessionId} moved no money`)
  return { sessionId: SessionId, keys }
}

/**
 * A place that is open and moves money at every call of every journey: an extension costs more than the start did, and
 * a stop refunds unused minutes, because a free cancel is given once a day (D-102).
 */
export const findZone = async (address: string, { token, vehicleId }: Driver): Promise<string> => {
  const query = { Latitude: 41.882, Longitude: -87.6278, Radius: 10_000, OpenNow: 'true', Limit: 100 } as const
  const { Items } = await require(address, places.find, { query })
  for (const { ZoneNumber } of Items) {
    const { RefundsUnused, NoReturnMinutes } = await require(address, places.zone, {
      params: { zone: ZoneNumber },
      query: {},
    })
    if (!RefundsUnused || NoReturnMinutes !== null) continue
    const priceOf = async (Minutes: number) => {
      const body = { ZoneNumber, VehicleId: vehicleId, Minutes }
      const quoted = await call(address, parking.quote, { body }, { token })
      return quoted.ok && quoted.body.Minutes === Minutes ? quoted.body.Parking : 0
    }
    const whole = await priceOf(minutes + moreMinutes)
    if (whole > (await priceOf(minutes))) return ZoneNumber
  }
  throw new Error('No place near the center refunds unused minutes now')
}
