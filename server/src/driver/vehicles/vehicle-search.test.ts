// One line of text for make, model, and year.
import { expect, test } from 'vitest'
import { searchVehicles } from './vehicle-search.ts'

const best = (text: string) => {
  const [found] = searchVehicles(text, 2026)
  return found && [found.VehicleYear, found.VehicleMake, found.VehicleModel, found.IsExact]
}

test.each([
  ['2022 Subaru Ascent', ['2022', 'Subaru', 'Ascent', true]],
  ['subaru ascent 2022', ['2022', 'Subaru', 'Ascent', true]],
  ['Honda civic', ['', 'Honda', 'Civic', true]],
  ['2019 Honda Civic EX', ['2019', 'Honda', 'Civic', true]],
  ['2021 f150 ford', undefined],
  ['2021 Ford f150', ['2021', 'Ford', 'F-150', true]],
  ['chevy malibu', ['', 'Chevrolet', 'Malibu', true]],
  ['2020 Tesla Model 3', ['2020', 'Tesla', 'Model 3', true]],
  ['ascent', ['', 'Subaru', 'Ascent', true]],
  ['subaru asc', ['', 'Subaru', 'Ascent', false]],
])('%s', (text, found) => {
  expect(best(text)).toEqual(found)
})

test('nothing to go by finds nothing; a year of the future is none', () => {
  for (const text of ['', ' ', '2', '2022', '2022 z', 'qqqqqq', '<script>'])
    expect(searchVehicles(text, 2026)).toEqual([])
  expect(best('2027 Honda Civic')?.[0]).toBe('2027')
  expect(best('2028 Honda Civic')).toBeUndefined()
})

test('what begins alike is offered, five at most, none of them exact', () => {
  const found = searchVehicles('toyota c', 2026)
  expect(found).toHaveLength(5)
  expect(found.every(({ VehicleMake, IsExact }) => VehicleMake === 'Toyota' && !IsExact)).toBe(true)
})
