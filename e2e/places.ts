// The place where journeys park: a real lot in the center that is open now and not free.
import { type Found, find } from '@parkit/contract/city/places'
import { require } from './api.ts'

export const findLot = async (address: string): Promise<Found> => {
  const query = { Latitude: 41.882, Longitude: -87.6278, OpenNow: 'true', Features: 'accessible' } as const
  const { Items } = await require(address, find, { query })
  const lot = Items.find(item => item.Kind === 'lot' && item.Price > 0 && item.PriceMinutes >= 60)
  if (!lot) throw new Error('No lot that asks a price is open near the centre.')
  return lot
}
