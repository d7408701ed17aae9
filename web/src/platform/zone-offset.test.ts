// How far a zone is from UTC is kept for a week: longer, and a country's new rule would be missed.
import { expect, test, vi } from 'vitest'
import { zoneOffsetMs } from './zone-offset.ts'

const dayMs = 86_400_000
const atMs = Date.parse('2026-04-15T12:00:00Z')

test.each([
  ['America/Chicago', 6, 0],
  ['America/New_York', 8, -4 * 3_600_000],
])('%s, %i days ago', (timeZone, days, offsetMs) => {
  const wrong = [{ fromMs: 0, untilMs: 2 * atMs, offsetMs: 0 }]
  const kept = JSON.stringify({ atMs: Date.now() - days * dayMs, value: wrong })
  vi.stubGlobal('localStorage', { getItem: () => kept, setItem: () => {} })
  expect(zoneOffsetMs(timeZone, atMs)).toBe(offsetMs)
  vi.unstubAllGlobals()
})
