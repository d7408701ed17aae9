// What a driver should know of a stay before he pays: it ends as cars are towed, part of it is free, or its end costs much. Pure.
import type { Zone } from '@parkit/contract/city/places'
import type { Quote } from '@parkit/contract/parking/sessions'
import { minuteMs } from '@parkit/contract/platform/time'

type Priced = Pick<Quote, 'StartsAt' | 'Minutes' | 'Lines' | 'FreeUntil' | 'Total'>
type Place = Pick<Zone, 'TowAway'>

/** Epoch milliseconds. */
export type Span = { fromMs: number; untilMs: number }

export type StayHint =
  /** cars are towed from soon after its end, or from its end, on */
  | { kind: 'towed'; span: Span }
  /** all of it is free */
  | { kind: 'free' }
  /** its beginning is free */
  | { kind: 'freeFirst'; untilMs: number }
  /** nothing is charged from `atMs` on; whether that is a free hour, a quote from then on says */
  | { kind: 'freeLater'; atMs: number; paidAfter: boolean }
  /** its last minutes are at another rate */
  | { kind: 'dearEnd'; atMs: number }

/** who comes back this late to his car still finds it */
const soonMinutes = 30
/** an end that is worth cutting: at most so long, at least so dear */
const shortMinutes = 30
const dearDollars = 1

/** The tow-away time that begins first after `atMs`. */
export const nextTowAway = ({ TowAway }: Place, atMs: number): Span | null =>
  TowAway.map(({ From, Until }) => ({ fromMs: Date.parse(From), untilMs: Date.parse(Until) })).find(
    ({ fromMs }) => fromMs > atMs,
  ) ?? null

/** Its parking lines with the time at which each begins; those of an extension cover the whole stay in this zone. */
const timed = ({ StartsAt, Minutes, Lines }: Priced) => {
  const parking = Lines.filter(({ Kind }) => Kind === 'parking')
  const before = Minutes - parking.reduce((sum, line) => sum + line.Minutes, 0)
  let atMs = Math.floor(Date.parse(StartsAt) / minuteMs + before) * minuteMs
  return parking.map(({ Minutes, Amount }) => {
    const line = { atMs, minutes: Minutes, dollars: Amount }
    atMs += Minutes * minuteMs
    return line
  })
}

/** The one thing to say of a stay, the most dangerous first; null: nothing. `fromMs`: only what comes after it. */
export const checkStay = (quote: Priced, place: Place, fromMs = 0): StayHint | null => {
  const startMs = Date.parse(quote.StartsAt)
  const endMs = startMs + quote.Minutes * minuteMs
  const span = nextTowAway(place, startMs)
  if (span && span.fromMs <= endMs + soonMinutes * minuteMs) return { kind: 'towed', span }
  if (quote.Total === 0 && fromMs === 0) return { kind: 'free' }
  if (quote.FreeUntil && fromMs === 0) return { kind: 'freeFirst', untilMs: Date.parse(quote.FreeUntil) }
  const lines = timed(quote)
  const freeAt = lines.findIndex(({ atMs, dollars }, i) => i > 0 && atMs >= fromMs && dollars === 0)
  if (freeAt > 0) {
    const paidAfter = lines.slice(freeAt).some(({ dollars }) => dollars > 0)
    return { kind: 'freeLater', atMs: lines[freeAt]!.atMs, paidAfter }
  }
  const last = lines.at(-1)
  const isDear = last && lines.length > 1 && last.minutes <= shortMinutes && last.dollars >= dearDollars
  return isDear && last.atMs >= fromMs ? { kind: 'dearEnd', atMs: last.atMs } : null
}
