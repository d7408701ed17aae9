// Where a driver has arrived.
import { expect, test } from 'vitest'
import { answerArrival, findArrival } from './ArrivalDialog.tsx'

const place = (ZoneNumber: string, Distance: number) => ({ ZoneNumber, Distance })

test('the nearest place within 50 meters; beyond that there is no arrival', () => {
  expect(findArrival([place('5101', 50), place('5102', 51)])).toEqual(place('5101', 50))
  expect(findArrival([place('5101', 51)])).toBeNull()
  expect(findArrival([])).toBeNull()
})

test('an answered question is not repeated, nor asked for the next place', () => {
  answerArrival('5101')
  expect(findArrival([place('5101', 5), place('5102', 30)])).toBeNull()
  expect(findArrival([place('5102', 30)])).toEqual(place('5102', 30))
})
