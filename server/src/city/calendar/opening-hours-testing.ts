// For the replay: opening hours and longest stays as ParkIt read them before its rule books. Nothing else goes by it.
import { localTimeAt } from './tariff-engine-testing.ts'

type Hours = { days: number[]; from: string; to: string }
/** `hours` empty: always open. `to` at or before `from` means the next morning. */
type Opening = {
  hours: Hours[]
  towAway: Hours[]
  timeZone: string
}

/** `until`: when it closes, or opens; null where neither is in sight. `why` names what closes it, now or then. */
type OpenState = {
  open: boolean
  until: Temporal.Instant | null
  why: 'closing' | 'tow_away' | null
}

/** Epoch milliseconds, `until` excluded. */
type Span = { from: number; until: number }

// a week's pattern shows itself whole within this, from any instant
const daysAhead = 9
const always: Span = { from: -Infinity, until: Infinity }

/** The windows around a day, in order, overlapping and touching ones joined. */
const readSpans = (windows: Hours[], zone: string, today: Temporal.PlainDate, ends: 'earlier' | 'later'): Span[] => {
  const spans: Span[] = []
  for (let day = -2; day <= daysAhead; day++) {
    const date = today.add({ days: day })
    for (const { days, from, to } of windows) {
      if (!days.includes(date.dayOfWeek)) continue
      const last = to <= from ? date.add({ days: 1 }) : date
      spans.push({
        from: localTimeAt(date, from, zone).epochMilliseconds,
        until: localTimeAt(last, to, zone, ends).epochMilliseconds,
      })
    }
  }
  spans.sort((a, b) => a.from - b.from)
  const joined: Span[] = []
  for (const span of spans) {
    const before = joined.at(-1)
    if (before && span.from <= before.until) before.until = Math.max(before.until, span.until)
    else if (span.from < span.until) joined.push({ ...span })
  }
  return joined
}

const read = new Map<string, Span[]>()
const spansOf = (windows: Hours[], zone: string, at: Temporal.Instant, ends: 'earlier' | 'later'): Span[] => {
  if (windows.length === 0) return []
  const today = at.toZonedDateTimeISO(zone).toPlainDate()
  const key = JSON.stringify([windows, zone, today.toString(), ends])
  return read.getOrInsertComputed(key, () => readSpans(windows, zone, today, ends))
}

const holding = (spans: Span[], at: number) => spans.find(span => span.from <= at && at < span.until)

/** Whether it is open at an instant and until when; closed inside a tow-away window. */
const openState = (opening: Opening, at: Temporal.Instant): OpenState => {
  if (opening.hours.length + opening.towAway.length === 0) return { open: true, until: null, why: null }
  const now = at.epochMilliseconds
  const horizon = now + (daysAhead - 1) * 86_400_000
  const instant = (ms: number) => (ms < horizon ? Temporal.Instant.fromEpochMilliseconds(ms) : null)
  const open = opening.hours.length === 0 ? [always] : spansOf(opening.hours, opening.timeZone, at, 'earlier')
  // where the clock repeats an hour the tow truck has both
  const towed = spansOf(opening.towAway, opening.timeZone, at, 'later')

  const inHours = holding(open, now)
  const inTow = holding(towed, now)
  if (inHours && !inTow) {
    const tow = towed.find(span => span.from > now)?.from ?? Infinity
    const until = instant(Math.min(inHours.until, tow))
    return { open: true, until, why: until === null ? null : tow < inHours.until ? 'tow_away' : 'closing' }
  }
  let opens = now
  for (;;) {
    const shut = holding(towed, opens)
    if (shut) opens = shut.until
    else if (holding(open, opens)) break
    else opens = open.find(span => span.from > opens)?.from ?? Infinity
    if (opens >= horizon) break
  }
  return { open: false, until: instant(opens), why: inHours ? 'tow_away' : 'closing' }
}

type StayLimit = {
  closed: boolean
  /** whole minutes from the start; null: no limit */
  maxMinutes: number | null
  reason: 'max_stay' | 'closing' | 'tow_away' | null
}

/** The longest stay from a start, and what limits it. Less than a minute left counts as closed. */
export const stayLimit = (
  place: Opening & { maxStayMinutes: number | null },
  start: Temporal.Instant,
  { open, until, why }: OpenState = openState(place, start),
): StayLimit => {
  const left = until === null ? Infinity : Math.floor((until.epochMilliseconds - start.epochMilliseconds) / 60_000)
  if (!open || left < 1) return { closed: true, maxMinutes: 0, reason: why }
  if (place.maxStayMinutes !== null && place.maxStayMinutes <= left) {
    return { closed: false, maxMinutes: place.maxStayMinutes, reason: 'max_stay' }
  }
  return until === null
    ? { closed: false, maxMinutes: null, reason: null }
    : { closed: false, maxMinutes: left, reason: why }
}
