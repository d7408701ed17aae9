// The greeting follows the city's day, whatever zone the device is in.
import { expect, test } from 'vitest'
import { en } from '#parking/sessions/base-words.en.ts'
import { es } from '#parking/sessions/base-words.es.ts'
import { hi } from '#parking/sessions/base-words.hi.ts'
import { dayPartAt, todayText } from './greeting.ts'

test('morning from 4:00, afternoon from 12:00, evening from 18:00, in Chicago', () => {
  const at = (utc: string) => dayPartAt(Date.parse(utc), 'America/Chicago')
  expect(at('2026-04-14T09:00:00Z')).toBe('morning')
  expect(at('2026-04-14T16:59:00Z')).toBe('morning')
  expect(at('2026-04-14T17:00:00Z')).toBe('afternoon')
  expect(at('2026-04-14T23:00:00Z')).toBe('evening')
  expect(at('2026-04-15T05:30:00Z')).toBe('evening')
})

const today = { en: 'Tuesday, April 14', es: 'martes, 14 de abril', hi: 'मंगलवार, 14 अप्रैल' }

test.each([
  ['en', en, 'en-US'],
  ['es', es, 'es-US'],
  ['hi', hi, 'hi-IN-u-nu-latn'],
] as const)('today is the city’s date as Intl formats it: %s', (language, words, locale) => {
  const late = Date.parse('2026-04-15T03:00:00Z')
  expect(todayText(late, words, 'America/Chicago')).toBe(today[language])
  const intl = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'America/Chicago',
  })
  for (let ms = late; ms < late + 400 * 86_400_000; ms += 17 * 3_600_000)
    expect(todayText(ms, words, 'America/Chicago')).toBe(intl.format(ms))
})
