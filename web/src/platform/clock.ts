// The one clock of the app: epoch milliseconds by the server's time, and a tick that is right after sleep.
import { createEvent, useStore } from './store.ts'

/** A `Date` header counts whole seconds: smaller differences are noise, not a wrong clock. */
const noiseMs = 1_000

let offsetMs = 0
const corrections = createEvent()

/** Epoch milliseconds by the server's clock, as far as this device knows it. */
export const now = (): number => Date.now() + offsetMs

/**
 * Learns the server's time from an answer: `serverMs` as it said, `roundTripMs` how long the answer took.
 * A device whose clock is wrong then still shows the right time left.
 */
export function correctClock(serverMs: number, roundTripMs: number): void {
  const seen = serverMs + roundTripMs / 2 - Date.now()
  if (Math.abs(seen - offsetMs) <= noiseMs + roundTripMs / 2) return
  offsetMs = Math.abs(seen) <= noiseMs ? 0 : seen
  corrections.emit()
}

/** Calls back at every full `everyMs` of the server's clock, and at once when the page wakes up. */
export function everyTick(everyMs: number, tick: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = () => {
    clearTimeout(timer)
    timer = setTimeout(beat, everyMs - (now() % everyMs))
  }
  const beat = () => {
    tick()
    plan()
  }
  const wake = () => {
    if (document.visibilityState === 'visible') beat()
  }
  const unsubscribe = corrections.subscribe(beat)
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('pageshow', wake)
  window.addEventListener('online', wake)
  plan()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('pageshow', wake)
    window.removeEventListener('online', wake)
  }
}

type Beat = { ticks: ReturnType<typeof createEvent<void>>; listeners: number; stop: () => void }
const beats = new Map<number, Beat>()

/** As `everyTick`, with one timer and one set of listeners for all: a list reads the time in each of its rows. */
export function onTick(everyMs: number, listener: () => void): () => void {
  let beat = beats.get(everyMs)
  if (!beat) {
    const ticks = createEvent()
    beat = { ticks, listeners: 0, stop: everyTick(everyMs, ticks.emit) }
    beats.set(everyMs, beat)
  }
  const { ticks, stop } = beat
  const unsubscribe = ticks.subscribe(listener)
  beat.listeners++
  return () => {
    unsubscribe()
    beat.listeners--
    if (beat.listeners > 0) return
    stop()
    beats.delete(everyMs)
  }
}

/**
 * The time as epoch milliseconds, whole `everyMs`: a component that reads it renders again at every tick.
 * It is computed from the clock on each reading, never counted, so a throttled or sleeping page cannot drift.
 */
export function useNow(everyMs = 1_000): number {
  const tick = () => Math.floor(now() / everyMs) * everyMs
  return useStore({ get: tick, subscribe: listener => onTick(everyMs, listener) })
}
