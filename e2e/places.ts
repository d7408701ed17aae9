// The place where journeys park: a real lot in the center that asks a price and stays open for hours.
import { type Found, find, zone as findZone } from '@parkit/contract/city/places'
import { require } from './api.ts'

/** longer than any journey parks and extends */
const hoursNeeded = 5

export const findLot = async (address: string): Promise<Found> => {
  const query = { Latitude: 41.882, Longitude: -87.6278, OpenNow: 'true', Features: 'accessible' } as const
  const { Items } = await require(address, find, { query })
  for (const lot of Items.filter(item => item.Kind === 'lot' && item.Price > 0 && item.PriceMinutes >= 60)) {
    const { OpenUntil } = await require(address, findZone, { params: { zone: lot.ZoneNumber } })
    if (OpenUntil === null || Date.parse(OpenUntil) > Date.now() + hoursNeeded * 3_600_000) return lot
  }
  throw new Error('No lot near the center asks a price and stays open for hours.')
}
