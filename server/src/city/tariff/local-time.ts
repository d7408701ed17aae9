// A local time of day as an instant, on the days of clock changes too. Pure.

/** `00:00` to `24:00`. A time that the clock skips is the moment of the change; `repeated` picks one of two. */
export const localTimeAt = (
  date: Temporal.PlainDate,
  time: string,
  timeZone: string,
  repeated: 'earlier' | 'later' = 'earlier',
): Temporal.Instant => {
  const local =
    time === '24:00' ? date.add({ days: 1 }).toPlainDateTime() : date.toPlainDateTime(Temporal.PlainTime.from(time))
  const at = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (!at.toPlainDateTime().equals(local)) return at.getTimeZoneTransition('next')!.toInstant()
  return local.toZonedDateTime(timeZone, { disambiguation: repeated }).toInstant()
}
