// A session's times as text: the time left and the length of a stay.
import type { Session } from '@parkit/contract/parking/sessions'
import { minuteMs } from '@parkit/contract/platform/time'
import type { LanguageCode } from '#platform/language.tsx'
import { durationText } from '#platform/text.ts'
import type { en as baseWords } from './base-words.en.ts'

type Times = Pick<Session, 'StartedAt' | 'EndsAt'>

/** Whole seconds; below zero once the time is up. */
export const leftSeconds = (session: Pick<Session, 'EndsAt'>, nowMs: number): number =>
  Math.ceil((Date.parse(session.EndsAt) - nowMs) / 1_000)

/** The paid time from start to end, in minutes. */
export const totalMinutes = ({ StartedAt, EndsAt }: Times): number =>
  (Date.parse(EndsAt) - Date.parse(StartedAt)) / minuteMs

export const bySoonestEnd = <S extends Pick<Session, 'EndsAt'>>(sessions: readonly S[]): S[] =>
  [...sessions].sort((a, b) => Date.parse(a.EndsAt) - Date.parse(b.EndsAt))

/** Those of a possibly outdated list that still run by the clock, soonest end first. */
export const runningAt = <S extends Pick<Session, 'Status' | 'EndsAt'>>(sessions: readonly S[], nowMs: number): S[] =>
  bySoonestEnd(sessions.filter(session => session.Status === 'running' && leftSeconds(session, nowMs) > 0))

/** Epoch milliseconds of the next end after now; undefined where nothing runs. */
export const findNextEnd = (sessions: readonly Pick<Session, 'EndsAt'>[], nowMs: number): number | undefined => {
  const ends = sessions.map(session => Date.parse(session.EndsAt)).filter(end => end > nowMs)
  return ends.length > 0 ? Math.min(...ends) : undefined
}

const two = (value: number) => String(value).padStart(2, '0')

/** `1:12:36`; past the end it counts up, `+0:04:10`. */
export function timerText(seconds: number): string {
  const whole = Math.abs(seconds)
  const text = `${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return seconds < 0 ? `+${text}` : text
}

/** Minutes left at which a screen reader announces them. */
const announcedMinutes = [15, 5, 0] as const

/** The last of these marks that the seconds left have reached. */
export const announcedMark = (seconds: number): number | undefined =>
  announcedMinutes.findLast(minutes => seconds <= minutes * 60)

/** Of the lengths offered for an extension, those that stay within the longest stay. Minutes. */
export const extensionsWithin = (
  session: Times & Pick<Session, 'MaxMinutes'>,
  offered: readonly number[],
): { minutes: number; allowed: boolean }[] =>
  offered.map(minutes => ({
    minutes,
    allowed: session.MaxMinutes === null || totalMinutes(session) + minutes <= session.MaxMinutes,
  }))

type Parts = (readonly [figure: string, unit: string])[]
type UnitWords = Pick<typeof baseWords, 'hour' | 'min'>

/** `1 hr 12 min`, `45 min`, `2 hr`; rounded down to whole minutes. */
export function leftParts(seconds: number, words: UnitWords): Parts {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return [[minutes === 0 ? '<1' : String(minutes), words.min]]
  return rest === 0 ? [[String(hours), words.hour(hours)]] : stayParts(minutes, words, false)
}

/** `2 hr 00 min`: padded in the picker, so that the figures do not move. */
export function stayParts(minutes: number, words: UnitWords, padded = true): Parts {
  const hours = Math.floor(minutes / 60)
  const rest = String(minutes % 60)
  return [
    [String(hours), words.hour(hours)],
    [padded ? rest.padStart(2, '0') : rest, words.min],
  ]
}

/** The time left for screen readers and messages. */
export const leftText = (seconds: number, language: LanguageCode): string =>
  durationText(Math.max(0, Math.floor(seconds / 60)), language)
