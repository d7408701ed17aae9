// A calendar entry for the end of a session, with alarms: a text as RFC 5545 has it.
import type { Session } from '@parkit/contract/parking/sessions'

/** RFC 5545, 3.1: octets of a line, its break aside. */
const mostOctets = 75

/** 3.3.11 */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

const octets = (letter: string) => new TextEncoder().encode(letter).length

/** 3.1: what is longer goes on in lines that begin with a blank. No letter is cut in two. */
function fold(line: string): string {
  let folded = ''
  let used = 0
  for (const letter of line) {
    const size = octets(letter)
    if (used + size > mostOctets) {
      folded += '\r\n '
      used = 1
    }
    folded += letter
    used += size
  }
  return folded
}

/** 3.3.5: an instant in UTC. A local time would be one of two in the hour that a clock shows twice. */
const utc = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** `alarmMinutes`: before the end, each with an alarm of its own */
export type EntryTexts = { title: string; description: string; alarm: string; alarmMinutes: readonly number[] }

/**
 * It stands at the end of the parking, because calendars ring before an entry begins, some of them by alarms of their own alone.
 * Added again after an extension it has the same UID and a higher SEQUENCE, so that it takes the place of the one before.
 */
export function calendarEntry(session: Session, texts: EntryTexts, origin: string, nowMs: number): string {
  const { SessionId, StartedAt, EndsAt, Name, Address, Latitude, Longitude } = session
  const endMs = Date.parse(EndsAt)
  const link = `${origin}/dashboard?session=${SessionId}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//ParkIt//Parking//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${SessionId}@${new URL(origin).hostname}`,
    `DTSTAMP:${utc(nowMs)}`,
    `SEQUENCE:${Math.max(0, Math.floor((nowMs - Date.parse(StartedAt)) / 1_000))}`,
    `DTSTART:${utc(endMs)}`,
    `SUMMARY:${escaped(texts.title)}`,
    `LOCATION:${escaped(Address && Address !== Name ? `${Name}, ${Address}` : Name)}`,
    `GEO:${Latitude};${Longitude}`,
    `DESCRIPTION:${escaped(`${texts.description} ${link}`)}`,
    `URL:${link}`,
    'TRANSP:TRANSPARENT',
    ...texts.alarmMinutes.flatMap(minutes => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:-PT${minutes}M`,
      `DESCRIPTION:${escaped(texts.alarm)}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(line => `${fold(line)}\r\n`).join('')
}
