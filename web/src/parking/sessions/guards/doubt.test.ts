// One question at most: the place before the plate, and what was answered is not asked again.
import type { Zone } from '@parkit/contract/city/places'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Position } from '#platform/position.ts'
import { answerPlace, answerPlate } from './answers.ts'
import { findDoubt } from './doubt.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

const zone = (ZoneNumber: string) =>
  ({ ZoneNumber, Kind: 'street', Latitude: 41.9, Longitude: -87.63, Outline: [] as number[][] }) as unknown as Zone
const vehicle = (PlateNumber: string, VehicleID = PlateNumber) =>
  ({ VehicleID, PlateNumber, PlateState: 'Illinois', VehicleMake: 'HONDA', VehicleModel: 'CIVIC' }) as Vehicle
const far: Position = { state: 'known', spot: { latitude: 41.88, longitude: -87.63 }, accuracyMetres: 10, atMs: 0 }
const none: Position = { state: 'refused', spot: null }
const ask = (position: Position, zoneNumber: string, plate: string, ...others: string[]) =>
  findDoubt({
    position,
    zone: zone(zoneNumber),
    vehicle: vehicle(plate),
    vehicles: [vehicle(plate), ...others.map(other => vehicle(other))],
    nowMs: 0,
  })

test('nothing is asked where nothing is wrong', () => {
  expect(ask(none, '1000', 'CK 07120')).toBeUndefined()
  expect(ask({ ...far, spot: { latitude: 41.9, longitude: -87.63 } }, '1000', 'CK 07120', 'XY 55555')).toBeUndefined()
})

test('the place is asked about first, and once answered no more, elsewhere again', () => {
  expect(ask(far, '1001', 'CK O7120')?.kind).toBe('place')
  answerPlace('1001')
  expect(ask(far, '1001', 'CK O7120')?.kind).toBe('plate')
  expect(ask(far, '1002', 'CK O7120')?.kind).toBe('place')
})

test('two plates that were told apart are not asked about again, whichever of them parks', () => {
  const plate = (text: string) => ({ plate: text, state: 'Illinois' })
  expect(ask(none, '1003', 'CK O7120', 'CK 07120')?.kind).toBe('plate')
  answerPlate(plate('CK O7120'), plate('CK 07120'))
  expect(ask(none, '1003', 'CK O7120', 'CK 07120')).toBeUndefined()
  expect(ask(none, '1003', 'ck 07120', 'CK O7120')).toBeUndefined()
  expect(ask(none, '1003', 'CK O7120', 'CK 07121', 'CK O7121')?.kind).toBe('plate')
})
