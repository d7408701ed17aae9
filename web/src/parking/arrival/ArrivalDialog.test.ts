// Where a driver has arrived.
import { expect, test } from 'vitest'
import { answerArrival, findArrival } from './ArrivalDialog.tsx'

const place = (ZoneNumber: string, Distance: number) => ({ ZoneNumber, Distance })

test('the nearest place within 50 metres; farther away nobody has arrived', () => {
  expect(findArrival([place('5101', 50), place('5102', 51)])).toEqual(place('5101', 50))
  expect(findArrival([place('5101', 51)])).toBeNull()
  expect(findArrival([])).toBeNull()
})

test('what was answered is not asked again, nor the next place instead', () => {
  answerArrival('5101')
  expect(findArrival([place('5101', 5), place('5102', 30)])).toBeNull()
  expect(findArrival([place('5102', 30)])).toEqual(place('5102', 30))
})
