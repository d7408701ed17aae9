// What stands on a receipt: hours in the place's zone, every line, and what was paid back.
import type { SessionDetail } from '@parkit/contract/parking/sessions'
import { expect, test } from 'vitest'
import { recentPlaces } from '#parking/home/recent.ts'
import { addWords } from '#platform/language.tsx'
import { hi as units } from '#platform/words.hi.ts'
import { receiptDate, receiptHours, receiptText } from './receipt-text.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

addWords('hi', { 'platform/words': units })

const receipt = {
  SessionId: 'P-0000000A11',
  Name: 'Adams St',
  Address: '200 W Adams St',
  TimeZone: 'America/Chicago',
  StartedAt: '2026-04-11T00:05:00Z',
  EndsAt: '2026-04-11T03:05:00Z',
  EndedAt: null,
  Minutes: 180,
  AmountPaid: 8.15,
  Refunded: 1.2,
  PaidVia: 'wallet',
  PaymentMethodId: null,
  PaymentStatus: 'Paid',
  Vehicle: {
    VehicleID: null,
    VehicleMake: 'Subaru',
    VehicleModel: 'Outback',
    PlateNumber: 'KXR 4821',
    PlateState: 'Texas',
  },
  Lines: [
    { Kind: 'parking', Name: 'Evening', Minutes: 180, HourlyRate: 3, Amount: 9 },
    { Kind: 'fee', Name: 'Service fee', Minutes: 0, HourlyRate: null, Amount: 0.35 },
  ],
} as unknown as SessionDetail

test('date and times are in the place’s time zone', () => {
  expect(receiptDate(receipt, 'en')).toBe('Fri, Apr 10, 2026')
  expect(receiptHours(receipt, 'en')).toBe('7:05 – 10:05 PM')
})

test('over a clock change both times name their offset', () => {
  const night = { ...receipt, StartedAt: '2026-11-01T06:30:00Z', EndsAt: '2026-11-01T07:30:00Z' }
  expect(receiptHours(night, 'en')).toBe('1:30 AM CDT – 1:30 AM CST')
})

test('AM and PM are both shown where they differ, and the next day after midnight', () => {
  expect(receiptHours({ ...receipt, StartedAt: '2026-04-10T16:05:00Z', EndedAt: '2026-04-10T18:00:00Z' }, 'en')).toBe(
    '11:05 AM – 1:00 PM',
  )
  expect(receiptHours({ ...receipt, EndedAt: '2026-04-11T06:05:00Z' }, 'en')).toBe('7:05 PM – Sat, Apr 11, 1:05 AM')
})

test('the shared text holds every line and the refund', () => {
  const lines = receiptText(receipt, en, 'en').split('\n')
  expect(lines).toContain('Parking, 3 hr at $3.00/hr: $9.00')
  expect(lines).toContain('Service fee: $0.35')
  expect(lines).toContain('Refunded: −$1.20')
  expect(lines).toContain('Amount Paid: $8.15')
  expect(lines).toContain('Payment Status: Paid')
})

test('a city rate has a Hindi name, an operator’s keeps its own', () => {
  const named = (Name: string) =>
    receiptText(
      { ...receipt, Lines: [{ Kind: 'parking', Name, Minutes: 60, HourlyRate: null, Amount: 10 }] } as SessionDetail,
      hi,
      'hi',
    )
  expect(named('Evening')).toContain('शाम, 1 घंटा: $10.00')
  expect(named('Early bird')).toContain('Early bird, 1 घंटा: $10.00')
})

test('a recent place is listed once, the latest first, at most three', () => {
  const visits = ['1001', '1002', '1001', '1003', '1004'].map(ZoneNumber => ({ ZoneNumber }))
  expect(recentPlaces(visits).map(place => place.ZoneNumber)).toEqual(['1001', '1002', '1003'])
})
