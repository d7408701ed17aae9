// Texts of times and durations: what a person reads.
import { afterEach, expect, test, vi } from 'vitest'
import { addWords } from './language.tsx'
import { localeOf } from './locale.ts'
import { dateText, dayText, durationText, endText, hourlyText, shortTimeText, timeText } from './text.ts'
import { aLas, es, las } from './words.es.ts'
import { bent, hi } from './words.hi.ts'

addWords('es', { 'platform/words': es })
addWords('hi', { 'platform/words': hi })

afterEach(() => vi.unstubAllEnvs())

const chicago = 'America/Chicago'
const spring = '2026-04-11T20:30:00Z'

test('times are in the place’s zone, with Latin digits in both languages', () => {
  expect(timeText(spring, chicago, 'en')).toBe('3:30 PM')
  expect(timeText(spring, chicago, 'hi')).toBe('3:30 PM')
  expect(timeText(spring, 'Asia/Kolkata', 'en')).toBe('2:00 AM')
  expect(dateText(spring, chicago, 'en')).toBe('Sat, Apr 11, 2026')
})

test.each(['America/Chicago', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC', undefined])(
  'times and dates match Intl at every hour of three years in %s',
  timeZone => {
    // the device's own zone: the machine that tests may be in UTC
    vi.stubEnv('TZ', 'America/New_York')
    expect(new Date(0).getTimezoneOffset()).toBe(300)
    const day = { weekday: 'short', month: 'short', day: 'numeric' } as const
    const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
    const spoken = (['en', 'es', 'hi'] as const).map(language => ({
      language,
      day: new Intl.DateTimeFormat(localeOf(language), { ...day, timeZone }),
      date: new Intl.DateTimeFormat(localeOf(language), { ...day, year: 'numeric', timeZone }),
    }))
    const from = Date.parse('2025-01-01T00:30:00Z')
    for (let ms = from; ms < from + 3 * 365 * 86_400_000; ms += 3_600_000) {
      expect(timeText(ms, timeZone, 'en')).toBe(time.format(ms))
      // each hour of the day has its turn
      if (((ms - from) / 3_600_000) % 7) continue
      for (const { language, day, date } of spoken) {
        const texts = [dayText(ms, timeZone, language), dateText(ms, timeZone, language)]
        expect(texts).toEqual([day.format(ms), date.format(ms)])
      }
    }
  },
)

test('an end within a day shows the time; a later one also the day', () => {
  const end = (hours: number) => endText(Date.parse(spring) + hours * 3_600_000, chicago, 'en', Date.parse(spring))
  expect([end(1), end(11), end(23.9)]).toEqual(['4:30 PM', '2:30 AM', '3:24 PM'])
  expect([end(24), end(72)]).toEqual(['Sun, Apr 12, 3:30 PM', 'Tue, Apr 14, 3:30 PM'])
})

test('a full hour has no minutes', () => {
  expect(shortTimeText('2026-04-11T23:00:00Z', chicago, 'en')).toBe('6 PM')
  expect(shortTimeText(spring, chicago, 'en')).toBe('3:30 PM')
})

test('durations', () => {
  expect([5, 45, 60, 72, 120, 1_440, 2_880, 2_940].map(minutes => durationText(minutes, 'en'))).toEqual([
    '5 min',
    '45 min',
    '1 hr',
    '1 hr 12 min',
    '2 hr',
    '24 hr',
    '2 days',
    '49 hr',
  ])
  expect([60, 150, 2_880].map(minutes => durationText(minutes, 'es'))).toEqual(['1 h', '2 h 30 min', '2 días'])
  expect([60, 150].map(minutes => bent(durationText(minutes, 'hi')))).toEqual(['1 घंटे', '2 घंटे 30 मिनट'])
  expect([60, 72, 150].map(minutes => durationText(minutes, 'hi'))).toEqual(['1 घंटा', '1 घंटा 12 मिनट', '2 घंटे 30 मिनट'])
})

test('times take their article in Spanish', () => {
  expect(['1:05 PM', '3:22 PM', '12 AM', '1 PM', 'sáb, 11 de abr, 3:30 PM'].map(las)).toEqual([
    'la 1:05 PM',
    'las 3:22 PM',
    'las 12 AM',
    'la 1 PM',
    'el sáb, 11 de abr, 3:30 PM',
  ])
  expect(['1:05 PM', 'sáb, 11 de abr, 3:30 PM'].map(aLas)).toEqual(['a la 1:05 PM', 'el sáb, 11 de abr, 3:30 PM'])
})

test('rates', () => {
  expect(hourlyText(1.2, 'en')).toBe('$1.20/hr')
})

test('in plain language durations are in full words', () => {
  vi.stubGlobal('document', { documentElement: { dataset: { assist: 'plain large' } } })
  expect([1, 45, 60, 72, 120, 2_880].map(minutes => durationText(minutes, 'en'))).toEqual([
    '1 minute',
    '45 minutes',
    '1 hour',
    '1 hour 12 minutes',
    '2 hours',
    '2 days',
  ])
  expect([durationText(61, 'es'), durationText(61, 'hi')]).toEqual(['1 hora 1 minuto', '1 घंटा 1 मिनट'])
  vi.unstubAllGlobals()
  expect(durationText(72, 'en')).toBe('1 hr 12 min')
})
