// The hours of support, in the city's time zone.
import type { Language } from '@parkit/contract/platform/errors'
import { cityTimeZone } from '@parkit/contract/platform/time'
import { service } from '@parkit/contract/support/service-hours'
import type { Words } from '#support/words/words.ts'

/** `YYYY-MM-DDTHH:mm`. */
export const cityNow = (now: Temporal.Instant): string =>
  now.toZonedDateTimeISO(cityTimeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })

const localeOf: Record<Language, string> = { en: 'en-US', es: 'es-US', hi: 'hi-IN-u-nu-latn' }

const dayText = (date: string, language: Language) =>
  Temporal.PlainDate.from(date).toLocaleString(localeOf[language], {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })

/** The automatic answer to the first message of a conversation. */
export const hoursText = (words: Words, language: Language, now: Temporal.Instant): string => {
  const there = service(cityNow(now))
  return there.open ? words.somebodyIsThere : words.nobodyIsThere(dayText(there.date, language))
}
