// What is left of a session: right at every instant, at its end and after it.
import { expect, test } from 'vitest'
import {
  announcedMark,
  extensionsWithin,
  findNextEnd,
  leftSeconds,
  runningAt,
  timerText,
  totalMinutes,
} from './session-text.ts'

const start = Date.parse('2026-04-14T18:30:00Z')
const at = (minutes: number) => start + minutes * 60_000
const session = (endMinutes: number, Status: 'running' | 'ended' = 'running') => ({
  StartedAt: '2026-04-14T18:30:00Z',
  EndsAt: new Date(at(endMinutes)).toISOString(),
  Status,
  MaxMinutes: 180,
})

test('the time left counts down to the end and past it', () => {
  expect(leftSeconds(session(120), at(47.4))).toBe(72 * 60 + 36)
  expect(leftSeconds(session(120), at(120))).toBe(0)
  expect(leftSeconds(session(120), at(120) - 1)).toBe(1)
  expect(leftSeconds(session(120), at(124) + 10_000)).toBe(-250)
  expect(totalMinutes(session(120))).toBe(120)
})

test('the timer shows hours, minutes and seconds, and a plus after the end', () => {
  expect(timerText(4_356)).toBe('1:12:36')
  expect(timerText(59)).toBe('0:00:59')
  expect(timerText(0)).toBe('0:00:00')
  expect(timerText(-250)).toBe('+0:04:10')
  expect(timerText(30 * 3_600)).toBe('30:00:00')
})

test('a cached list shows only sessions still active by the clock, soonest end first', () => {
  const kept = [session(120), session(30), session(60), session(90, 'ended')]
  expect(runningAt(kept, at(45)).map(totalMinutes)).toEqual([60, 120])
  expect(runningAt(kept, at(120))).toEqual([])
})

test('the next end is the soonest in the future', () => {
  const list = [session(120), session(30)]
  expect(findNextEnd(list, at(0))).toBe(at(30))
  expect(findNextEnd(list, at(30))).toBe(at(120))
  expect(findNextEnd(list, at(120))).toBeUndefined()
})

test('a screen reader announces 15, 5 and 0 minutes once each', () => {
  const told = [901, 900, 301, 300, 1, 0, -60].map(announcedMark)
  expect(told).toEqual([undefined, 15, 15, 5, 5, 0, 0])
})

test('an extension beyond the max stay is not offered', () => {
  const allowed = (limit: number | null) =>
    extensionsWithin({ ...session(120), MaxMinutes: limit }, [15, 30, 60]).map(offer => offer.allowed)
  expect(allowed(180)).toEqual([true, true, true])
  expect(allowed(150)).toEqual([true, true, false])
  expect(allowed(120)).toEqual([false, false, false])
  expect(allowed(null)).toEqual([true, true, true])
})
