// The clock follows the server and beats on the full second, also after a sleep.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { correctClock, everyTick, now, onTick } from './clock.ts'

const noon = Date.UTC(2026, 3, 14, 12, 0, 0)

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.useFakeTimers({ now: noon })
})

afterEach(() => {
  correctClock(Date.now(), 0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a clock that is five minutes slow shows the server’s time', () => {
  correctClock(noon + 300_000, 0)
  expect(now()).toBe(noon + 300_000)
})

test('less than a second of difference changes nothing', () => {
  correctClock(noon + 800, 0)
  expect(now()).toBe(noon)
})

test('half of the round trip is added', () => {
  correctClock(noon + 60_000, 4_000)
  expect(now()).toBe(noon + 62_000)
})

test('ticks on the full second', () => {
  vi.setSystemTime(noon + 400)
  const beats: number[] = []
  const stop = everyTick(1_000, () => beats.push(now()))
  vi.advanceTimersByTime(2_700)
  stop()
  expect(beats).toEqual([noon + 1_000, noon + 2_000, noon + 3_000])
})

test('ticks immediately when the page becomes visible', () => {
  const beats: number[] = []
  const stop = everyTick(60_000, () => beats.push(now()))
  vi.setSystemTime(noon + 7_200_000)
  document.dispatchEvent(new Event('visibilitychange'))
  stop()
  expect(beats).toEqual([noon + 7_200_000])
})

test('forty rows share one timer and one set of listeners', () => {
  const [onDocument, onWindow] = [vi.spyOn(document, 'addEventListener'), vi.spyOn(window, 'addEventListener')]
  const beats: number[] = []
  const stops = Array.from({ length: 40 }, (_, row) => onTick(60_000, () => beats.push(row)))
  expect(onDocument.mock.calls.length + onWindow.mock.calls.length).toBe(3)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(beats).toEqual(Array.from({ length: 40 }, (_, row) => row))
  for (const stop of stops.slice(1)) stop()
  vi.advanceTimersByTime(60_000)
  expect(beats).toHaveLength(41)
  stops[0]!()
  expect(vi.getTimerCount()).toBe(0)
})
