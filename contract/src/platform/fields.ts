// Fields that several calls share, each with what is said when it is wrong.
import * as z from 'zod/mini'
import { type AmountRange, isWholeCents } from './amount-ranges.ts'
import { type FieldError, withMessage } from './field-errors.ts'
import { digitsMost, longestStayMinutes, page } from './limits.ts'
import { calledForm, zoneDigits } from './zone-number.ts'

/** Control characters, of which the database takes no zero byte, and what turns the direction of letters: one text looks like another. */
const notText = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu
/** One line, trimmed. */
export const printable = z.overwrite<string>(value => value.replace(notText, ' ').trim())

export const text = (most: number) =>
  z.string(withMessage('required')).check(printable, z.maxLength(most, withMessage('too_long')))
export const requiredText = (most: number, missing: FieldError = 'required') =>
  z
    .string(withMessage(missing))
    .check(printable, z.minLength(1, withMessage(missing)), z.maxLength(most, withMessage('too_long')))

/** Trimmed, in a form; `missing` is said where it is empty, `wrong` where it has another form. */
export const textLike = (form: RegExp, missing: FieldError, wrong: FieldError = missing) =>
  z
    .string(withMessage(missing))
    .check(z.trim(), z.minLength(1, withMessage(missing)), z.regex(form, withMessage(wrong)))

/** Of several lines: line breaks stay, blank ends go. */
export const linesText = (most: number, missing: FieldError = 'required') =>
  z.string(withMessage(missing)).check(
    z.overwrite(value =>
      value
        .replace(/\r\n?/g, '\n')
        .replace(notText, found => (found === '\n' ? found : ' '))
        .trim(),
    ),
    z.maxLength(most, withMessage('too_long')),
  )

export const Email = z.string(withMessage('email')).check(
  z.trim(),
  z.maxLength(254, withMessage('too_long')),
  // neither of what separates or quotes addresses in a mail's header, nor what does not show
  z.regex(/^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+\.[A-Za-z]{2,}$/u, withMessage('email')),
)

/** As typed: digits, or an international number with its plus; the server checks it against real numbering plans. */
export const Phone = z
  .string(withMessage('phone'))
  .check(z.trim(), z.regex(new RegExp(`^\\+?[\\d\\s().-]{7,${digitsMost + 8}}$`), withMessage('phone')))

export const ZoneNumber = z.string(withMessage('zone')).check(z.trim(), z.regex(zoneDigits, withMessage('zone')))
/** The number of a zone, or what else a source calls a place: A007. */
export const CalledZone = z.string(withMessage('zone')).check(z.trim(), z.regex(calledForm, withMessage('zone')))
/** A city's code, as in links. */
export const CityCode = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/, withMessage('invalid')))
/** Which city's zone a number means: the one named, else the one around the driver; needed where several have it. */
export const whichCity = {
  City: z.optional(CityCode),
  Latitude: z.optional(
    z.number().check(z.minimum(-90, withMessage('latitude')), z.maximum(90, withMessage('latitude'))),
  ),
  Longitude: z.optional(
    z.number().check(z.minimum(-180, withMessage('longitude')), z.maximum(180, withMessage('longitude'))),
  ),
}
export const VehicleId = z.uuid(withMessage('required'))
export const SessionId = z.string().check(z.regex(/^P-[0-9A-HJKMNP-TV-Z]{10}$/, withMessage('invalid')))
export const StayMinutes = z
  .int(withMessage('minutes'))
  .check(z.minimum(1, withMessage('minutes')), z.maximum(longestStayMinutes, withMessage('minutes')))

/** What a path names by its id. */
export const IdParams = z.object({ id: z.uuid(withMessage('invalid')) })

/** A number in a query string. */
export const queryNumber = (key: FieldError, least: number, most: number) =>
  z.coerce.number(withMessage(key)).check(z.minimum(least, withMessage(key)), z.maximum(most, withMessage(key)))

export const queryFlag = z.enum(['true', 'false'], withMessage('invalid'))

export const Limit = z.optional(queryNumber('number', 1, page.most).check(z.multipleOf(1, withMessage('number'))))
export const Cursor = z.optional(text(200))

/** The same of a query. */
export const whichCityQuery = z.object({
  City: z.optional(CityCode),
  Latitude: z.optional(queryNumber('latitude', -90, 90)),
  Longitude: z.optional(queryNumber('longitude', -180, 180)),
})

/** Where a zone is: the code of its city, and the city's name where ParkIt has several. */
export const inCity = { City: z.string(), CityName: z.nullable(z.string()) }

/** A call that answers only that it worked. */
export const Done = z.object({ Message: z.string() })

/** US dollars with at most two decimals. */
export const Dollars = z.number().check(z.refine(isWholeCents, { error: 'two_decimals' }))

export const dollarsIn = ({ leastCents, mostCents, error }: AmountRange) =>
  Dollars.check(z.minimum(leastCents / 100, withMessage(error)), z.maximum(mostCents / 100, withMessage(error)))

/** ISO 8601 in UTC, of the years that the database knows, and no finer than nanoseconds. */
export const Instant = z.iso.datetime({ error: 'instant' }).check(
  z.refine(at => !at.startsWith('0000'), { error: 'instant' }),
  z.maxLength('2026-04-14T16:59:00.123456789Z'.length, { error: 'instant' }),
)
