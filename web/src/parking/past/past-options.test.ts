// The address of past sessions: whatever it says, it is read to something that can be asked for.
import { expect, test } from 'vitest'
import { countFilters, filterInput, formatOptions, noFilters, type PastOptions, parseOptions } from './past-options.ts'

const usual: PastOptions = { sort: 'newest', ...noFilters, zone: null }
const everything: PastOptions = {
  sort: 'less-distance',
  from: '2026-04-01',
  to: '2026-04-30',
  vehicle: '0199a1b2-0000-7000-8000-00000000000a',
  text: 'State & Lake',
  status: 'ended',
  zone: '9021',
}

test.each([[usual], [everything]])('%j is restored as it was written', options => {
  expect(parseOptions(formatOptions(options))).toEqual(options)
})

test('defaults need no parameter in the address', () => expect(formatOptions(usual).toString()).toBe(''))

test.each([
  'sort=price',
  'from=2026-02-30',
  'from=yesterday',
  'to=2026-13-01',
  'vehicle=1',
  'status=failed%20',
  'zone=12',
  'q=%20%20',
])('%s counts as not set', address => expect(parseOptions(new URLSearchParams(address))).toEqual(usual))

test('a last day before the first is ignored', () => {
  expect(parseOptions(new URLSearchParams('from=2026-04-02&to=2026-04-01'))).toEqual({ ...usual, from: '2026-04-02' })
})

test('the request has only the parameters that are set', () => {
  expect(filterInput(usual)).toEqual({})
  expect(filterInput(everything)).toEqual({
    From: '2026-04-01',
    To: '2026-04-30',
    VehicleId: everything.vehicle,
    Query: 'State & Lake',
    Status: 'ended',
  })
})

test('two days count as one filter', () => {
  expect(countFilters(usual)).toBe(0)
  expect(countFilters(everything)).toBe(4)
})
