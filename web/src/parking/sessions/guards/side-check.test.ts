// The other side of the street: the same block, odd and even house numbers, no farther than a street is wide.
import { expect, test } from 'vitest'
import { findOtherSide } from './side-check.ts'

const north = (metres: number) => 41.882 + metres / 111_195
const own = {
  ZoneNumber: '4526',
  Kind: 'street' as const,
  Address: '130 W Adams St',
  Latitude: north(0),
  Longitude: -87.63,
  Outline: [
    [-87.6306, north(0)],
    [-87.6294, north(0)],
  ],
}
const other = {
  ZoneNumber: '4527',
  Kind: 'street' as const,
  Address: '131 W Adams St',
  Latitude: north(20),
  Longitude: -87.63,
  OpenNow: true,
}
type Other = Omit<typeof other, 'Kind'> & { Kind: 'street' | 'lot' | 'garage' }
const found = (...around: Other[]) => findOtherSide(own, around)?.ZoneNumber

test('it is the zone across, among all around', () => {
  const { Outline: _, ...itself } = own
  expect(found({ ...itself, OpenNow: true }, { ...other, ZoneNumber: '9', Address: '31 W Adams St' }, other)).toBe(
    '4527',
  )
})

test.each<[string, Partial<Other>]>([
  ['the same side', { Address: '150 W Adams St' }],
  ['the next block', { Address: '231 W Adams St' }],
  ['another street', { Address: '131 W Monroe St' }],
  ['farther than a street is wide', { Latitude: north(60) }],
  ['a lot', { Kind: 'lot' }],
  ['closed', { OpenNow: false }],
  ['without a number', { Address: 'W Adams St' }],
])('not %s', (_, changed) => expect(found({ ...other, ...changed })).toBeUndefined())

test('a lot, or a street without numbers, has no other side', () => {
  expect(findOtherSide({ ...own, Kind: 'lot' }, [other])).toBeNull()
  expect(findOtherSide({ ...own, Address: 'Loop' }, [other])).toBeNull()
})
