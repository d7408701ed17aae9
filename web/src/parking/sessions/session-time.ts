// How a running session stands at an instant: what is left of it, and how that is written.
import type { Session } from '@parkit/contract/parking/sessions'
import { minuteMs } from '@parkit/contract/platform/time'

type Times = Pick<Session, 'StartedAt' | 'EndsAt'>

/** Whole seconds; below zero once the time is up. */
export const leftSeconds = (session: Pick<Session, 'EndsAt'>, nowMs: number): number =>
  Math.ceil((Date.parse(session.EndsAt) - nowMs) / 1_000)

/** The paid time from start to end, in minutes. */
export const totalMinutes = ({ StartedAt, EndsAt }: Times): number =>
  (Date.parse(EndsAt) - Date.parse(StartedAt)) / minuteMs

export const bySoonestEnd = <S extends Pick<Session, 'EndsAt'>>(sessions: readonly S[]): S[] =>
  [...sessions].sort((a, b) => Date.parse(a.EndsAt) - Date.parse(b.EndsAt))

/** Of a list that may be old: those still running by the clock, soonest end first. */
export const runningAt = <S extends Pick<Session, 'Status' | 'EndsAt'>>(sessions: readonly S[], nowMs: number): S[] =>
  bySoonestEnd(sessions.filter(session => session.Status === 'running' && leftSeconds(session, nowMs) > 0))

/** Epoch milliseconds of the next end after now; none where nothing runs. */
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

/** Minutes left at which a screen reader is told, without being asked. */
const tellAtMinutes = [15, 5, 0] as const

/** The mark that the seconds left have reached: it changes exactly when there is something to tell. */
export const toldMark = (seconds: number): number | undefined =>
  tellAtMinutes.findLast(minutes => seconds <= minutes * 60)

/** Of the lengths offered for an extension, those that stay within the longest stay. Minutes. */
export const extensionsWithin = (
  session: Times & Pick<Session, 'MaxMinutes'>,
  offered: readonly number[],
): { minutes: number; allowed: boolean }[] =>
  offered.map(minutes => ({
    minutes,
    allowed: session.MaxMinutes === null || totalMinutes(session) + minutes <= session.MaxMinutes,
  }))
