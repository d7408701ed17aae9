// The most common calls of a driver: quote, start, extension, stop.
import { randomUUID } from 'node:crypto'
import * as places from '@parkit/contract/city/places'
import * as parking from '@parkit/contract/parking/sessions'
import type { Answer, Call, Input } from '@parkit/contract/platform/call'
import { call, type Driver, require } from '../e2e/api.ts'

const minutes = 60
const moreMinutes = 30

export type Send = <const C extends Call>(declared: C, input: Input<C>, key?: string) => Promise<Answer<C>>

/** Throws where one costs nothing: it would move no money. */
export const journey = async (
  send: Send,
  zoneNumber: string,
  VehicleId: string,
  keys = [0, 1, 2].map(() => randomUUID()),
) => {
  const stay = { ZoneNumber: zoneNumber, VehicleId, Minutes: minutes }
  const { QuoteId } = await send(parking.quote, { body: stay })
  const { SessionId } = await send(parking.start, { body: { ...stay, QuoteId, PayWith: 'wallet' } }, keys[0])
  await send(parking.extend, { body: { SessionId, Minutes: moreMinutes } }, keys[1])
  const { Refunded } = await send(parking.stop, { body: { SessionId } }, keys[2])
  if (Refunded === 0) throw new Error('A journey that costs nothing moves no money')
  return { sessionId: SessionId, keys }
}

/** A lot that is open and asks a price for the whole of a journey. */
export const findZone = async (address: string, { token, vehicleId }: Driver): Promise<string> => {
  const query = {
    Latitude: 41.882,
    Longitude: -87.6278,
    Radius: 10_000,
    OpenNow: 'true',
    Features: 'accessible',
  } as const
  const { Items } = await require(address, places.find, { query })
  for (const { ZoneNumber, Kind } of Items) {
    if (Kind !== 'lot') continue
    const body = { ZoneNumber, VehicleId: vehicleId, Minutes: minutes + moreMinutes }
    const quoted = await call(address, parking.quote, { body }, { token })
    if (quoted.ok && quoted.body.Total > 0 && quoted.body.Minutes === body.Minutes) return ZoneNumber
  }
  throw new Error('No lot near the centre can be parked in now')
}
