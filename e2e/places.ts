// Places of journeys: a real lot in the center that asks a price and stays open for hours; the first one that Find shows.
import { type Found, find, zone as findZone } from '@parkit/contract/city/places'
import { quote } from '@parkit/contract/parking/sessions'
import type { Page } from 'playwright-core'
import { en } from '../web/src/city/places/words.en.ts'
import { call, require } from './api.ts'

/** longer than any journey parks and extends */
const hoursNeeded = 5

async function* lotsOpenLong(address: string): AsyncGenerator<Found> {
  const query = { Latitude: 41.882, Longitude: -87.6278, OpenNow: 'true', Features: 'accessible' } as const
  const { Items } = await require(address, find, { query })
  for (const lot of Items.filter(item => item.Kind === 'lot' && item.Price > 0 && item.PriceMinutes >= 60)) {
    const { OpenUntil } = await require(address, findZone, { params: { zone: lot.ZoneNumber }, query: {} })
    if (OpenUntil === null || Date.parse(OpenUntil) > Date.now() + hoursNeeded * 3_600_000) yield lot
  }
}

export const findLot = async (address: string): Promise<Found> => {
  for await (const lot of lotsOpenLong(address)) return lot
  throw new Error('No lot near the center asks a price and stays open for hours.')
}

/** files that run beside others */
const owners = ['taps', 'newcomer', 'announcements'] as const

/** One that no other file parks at, whose spaces its tests may count. */
export const findOwnLot = async (address: string, owner: (typeof owners)[number]): Promise<Found> => {
  const lots = await Array.fromAsync(lotsOpenLong(address))
  if (lots.length <= owners.length) throw new Error('Too few lots near the center ask a price and stay open for hours.')
  return lots.at(-1 - owners.indexOf(owner))!
}

/** A place whose second hour costs more than the rest of a dollar; lots ask one price for a whole evening. */
export const findHourly = async (address: string): Promise<Found> => {
  const query = { Latitude: 41.882, Longitude: -87.6278, OpenNow: 'true' } as const
  const { Items } = await require(address, find, { query })
  for (const place of Items) {
    const totalOf = async (Minutes: number) => {
      const reply = await call(address, quote, { body: { ZoneNumber: place.ZoneNumber, Minutes } })
      return reply.ok ? reply.body.Total : Number.NaN
    }
    const hour = await totalOf(60)
    if (hour > 0 && (await totalOf(120)) >= Math.ceil(hour) + 1) return place
  }
  throw new Error('No place near the center asks more for a second hour.')
}

/** The zone of the first place in the list of Find Parking, from its sign. */
export const firstZone = async (page: Page): Promise<string> => {
  const place = page.getByRole('list', { name: en.places }).getByRole('listitem').first()
  return (await place.getByRole('img').first().textContent())!
}
