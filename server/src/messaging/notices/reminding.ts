// Whether a reminder is still true when its time comes, which may be late: the servers may have been down.

export const leadMinutes = { ends15: 15, ends5: 5 } as const
export type Reminder = keyof typeof leadMinutes

type Standing = {
  running: boolean
  endsAt: Temporal.Instant
  /** when the session was last started or extended: whoever acted then knows how little is left */
  actedAt: Temporal.Instant
}

/** Not once the session is over, nor where a later reminder says it better, nor for an end that moved on. */
export const isStillTrue = (
  reminder: Reminder,
  { running, endsAt, actedAt }: Standing,
  now: Temporal.Instant,
): boolean => {
  const at = endsAt.subtract({ minutes: leadMinutes[reminder] })
  const until = reminder === 'ends15' ? endsAt.subtract({ minutes: leadMinutes.ends5 }) : endsAt
  return (
    running &&
    Temporal.Instant.compare(at, now) <= 0 &&
    Temporal.Instant.compare(now, until) < 0 &&
    Temporal.Instant.compare(actedAt, at) < 0
  )
}
