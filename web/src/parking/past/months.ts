// Past sessions grouped by the month they began in.
import type { PastSession } from '@parkit/contract/parking/sessions'

type Started = Pick<PastSession, 'StartedAt' | 'TimeZone'>

/** `2026-04`, by the calendar of the place. */
export function monthOf({ StartedAt, TimeZone }: Started): string {
  let format = formats.get(TimeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: TimeZone, year: 'numeric', month: '2-digit' })
    formats.set(TimeZone, format)
  }
  const [month = '', year = ''] = format.format(Date.parse(StartedAt)).split('/')
  return `${year}-${month}`
}
const formats = new Map<string, Intl.DateTimeFormat>()

export type MonthGroup<S> = { month: string; sessions: S[] }

/** Each page groups all sessions: ten years of them are too many to format every time. */
const monthCache = new WeakMap<Started, string>()

/** Runs of one month, in the order given. */
export function byMonth<S extends Started>(sessions: readonly S[]): MonthGroup<S>[] {
  const groups: MonthGroup<S>[] = []
  for (const session of sessions) {
    const month = monthCache.get(session) ?? monthOf(session)
    monthCache.set(session, month)
    const last = groups.at(-1)
    if (last?.month === month) last.sessions.push(session)
    else groups.push({ month, sessions: [session] })
  }
  return groups
}
