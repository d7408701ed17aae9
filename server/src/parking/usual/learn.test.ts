// Habits: what repeats on different days at a place is learned, what happened once is not.
import { expect, test } from 'vitest'
import { learnHabits, type Stay } from './learn.ts'

const timeZone = 'America/Chicago'
const now = Temporal.ZonedDateTime.from(`2026-04-14T12:00[${timeZone}]`).toInstant()

const stay = (at: string, more: Partial<Stay> = {}): Stay => ({
  zone: '4526',
  vehicleId: 'car',
  minutes: 120,
  ...more,
  at: Temporal.ZonedDateTime.from(`2026-${at}[${timeZone}]`),
})

const work = [
  stay('04-13T09:10'),
  stay('04-10T08:40', { minutes: 240 }),
  stay('04-09T09:05', { minutes: 118 }),
  stay('04-08T08:55'),
]

test('starts around one hour on different weekdays are one habit, with the usual length', () => {
  expect(learnHabits(work, now)).toEqual([
    { zone: '4526', vehicleId: 'car', minutes: 120, days: 'weekdays', minute: expect.closeTo(9 * 60, -1) },
  ])
})

test('one day is no habit, however often', () => {
  expect(learnHabits([stay('04-13T09:40'), stay('04-13T09:10')], now)).toEqual([])
  expect(learnHabits([], now)).toEqual([])
})

test('weekdays and weekends, and hours far apart, are habits of their own', () => {
  const evening = [stay('04-09T19:00', { minutes: 60 }), stay('04-08T19:20', { minutes: 60 })]
  const weekend = [stay('04-12T09:00'), stay('04-05T09:00')]
  const habits = learnHabits(
    [...work, ...evening, ...weekend].sort((a, b) => (a.at.epochMilliseconds < b.at.epochMilliseconds ? 1 : -1)),
    now,
  )
  expect(habits.map(({ days, minute, minutes }) => [days, Math.round(minute / 60), minutes])).toEqual([
    ['weekdays', 9, 120],
    ['weekdays', 19, 60],
    ['weekends', 9, 120],
  ])
})

test('what is done lately counts more than what was done often long ago', () => {
  const old = ['02-02', '02-03', '02-04'].map(day => stay(`${day}T09:00`, { zone: '8523', vehicleId: 'old' }))
  const lately = ['04-13', '04-10'].map(day => stay(`${day}T09:00`, { minutes: 60 }))
  const habits = learnHabits([...lately, ...old.toReversed()], now)
  expect(habits.map(({ zone }) => zone)).toEqual(['4526', '8523'])
})

test('a start before midnight and one after it are near each other', () => {
  const habits = learnHabits([stay('04-10T00:10'), stay('04-08T23:50')], now)
  expect(habits.map(({ minute }) => minute)).toEqual([expect.closeTo(0, -1)])
})

test('of two cars the one that usually stands there', () => {
  const stays = [stay('04-13T09:00', { vehicleId: 'other' }), ...work.slice(1)]
  expect(learnHabits(stays, now)[0]?.vehicleId).toBe('car')
})
