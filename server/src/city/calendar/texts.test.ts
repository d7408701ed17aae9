// What signs and explained stays say, to the letter, in English, Spanish, and Hindi.
import { expect, test } from 'vitest'
import { dateText } from '#platform/time-text.ts'
import { bookTexts, capText, evaluateStay, signTexts, spanText, stayTexts } from './calendar.ts'
import { anyCar, at, ban, calendar, chicago, during, flat, price, rule, steps } from './testing.ts'

const meter = rule({
  id: 'meter',
  name: { en: 'Meter', es: 'Parquímetro', hi: 'मीटर' },
  priority: 20,
  price: price(steps(50, 900)),
  when: [during({ weekdays: [1, 2, 3, 4, 5, 6], notOnDays: ['holidays'], from: '08:00', to: '20:00' })],
  limits: {
    maxStaySeconds: 7200,
    maxStayCounts: 'paid',
    limitGroup: 'block',
    noReturnSeconds: 3600,
    noReturnScope: 'group',
  },
})
const sweeping = ban({
  name: { en: 'Street sweeping', es: 'Limpieza de calles', hi: 'सड़क की सफ़ाई' },
  when: [
    during({ weekdays: [2], nth: [2, 4], from: '08:00', to: '12:30', yearly: { from: '04-01', before: '12-01' } }),
  ],
})

test('a sign for paid time', () => {
  expect(signTexts(meter, 'en')).toEqual([
    '2 hr parking',
    '8 AM–8 PM Mon–Sat except holidays',
    '$2.00/hr',
    'No re-parking for 1 hr',
  ])
  expect(signTexts(meter, 'es')).toEqual([
    'Estacionamiento de 2 h',
    '8 AM–8 PM lun–sáb excepto días festivos',
    '$2.00/h',
    'Sin volver a estacionar por 1 h',
  ])
  expect(signTexts(meter, 'hi')).toEqual([
    '2 घंटे की पार्किंग',
    '8 AM–8 PM सोम–शनि सरकारी छुट्टियाँ छोड़कर',
    '$2.00/घंटा',
    '1 घंटे तक दोबारा पार्क नहीं',
  ])
})

test('a sign for a ban names its reason, its days, and its season', () => {
  expect(signTexts(sweeping, 'en')).toEqual([
    'No parking',
    'Street sweeping',
    '8 AM–12:30 PM 2nd Tue, 4th Tue Apr 1–Nov 30',
  ])
  expect(signTexts({ ...sweeping, tow: true }, 'es').slice(0, 2)).toEqual(['Zona de grúa', 'Limpieza de calles'])
})

test('case 14: no maximum is said when it is free', () => {
  expect(signTexts(rule({ name: { en: 'Sunday' }, when: [during({ weekdays: [7] })] }), 'en')).toEqual([
    'Parking',
    'Sun',
    'Free',
  ])
})

test.each<[said: string[], given: Parameters<typeof price>]>([
  [['$2.00/hr'], [steps(25, 450)]],
  [['$0.10 per 11 min'], [steps(10, 660)]],
  [['$14.00 flat'], [flat(1400)]],
  [
    ['Up to 1 hr Free', 'After 1 hr $3.00/hr'],
    [{ ...flat(0), toSeconds: 3600 }, steps(150, 1800, 3600)],
  ],
  [
    ['Up to 30 min $10.00', 'After 30 min $38.00'],
    [
      { type: 'total', fromSeconds: 0, toSeconds: 1800, cents: 1000 },
      { type: 'total', fromSeconds: 1800, toSeconds: null, cents: 3800 },
    ],
  ],
])('prices as people write them: %j', (said, given) => {
  expect(signTexts(rule({ price: price(...given) }), 'en')).toEqual(['Parking', ...said])
})

test('a book is said rule by rule: what is left over, the steps of a price, a night cut at midnight, and the cap', () => {
  const closed = ban({
    name: { en: 'Closed' },
    when: [
      during({ weekdays: [1, 2], from: '00:00', to: '06:00' }),
      during({ weekdays: [1, 7], from: '22:00', to: '24:00' }),
    ],
  })
  const caps = [{ cents: 1600, ruleIds: 'all' as const, resetAt: '05:00' }]
  const weekend = rule({ priority: 90, when: [during({ weekdays: [6, 7] })] })
  const { book } = calendar([rule({ price: price(steps(50, 900)) }), weekend, closed], { caps })
  const lines = (language: 'en' | 'es' | 'hi') => bookTexts(book, language).map(({ lines }) => lines)
  expect(lines('en')).toEqual([
    ['Closed', '10 PM–6 AM Mon, Sun'],
    ['Parking', 'Sat, Sun', 'Free'],
    ['Parking', 'All other times', '$2.00/hr', 'In 15 min increments'],
  ])
  expect(lines('es').map(([title]) => title)).toEqual(['Cerrado', 'Estacionamiento', 'Estacionamiento'])
  expect(lines('hi')[2]).toEqual(['पार्किंग', 'बाकी टाइम', '$2.00/घंटा', 'हर 15 मिनट पर पैसे लगते हैं'])
  expect(capText(book, 'en')).toBe('No more than $16.00 a day, starting at 5 AM.')
  expect(capText(book, 'es')).toBe('No más de $16.00 al día, a partir de las 5 AM.')
  expect(capText({ ...book, caps: [] }, 'en')).toBeNull()
})

test('a stay is explained line by line, with its total and when to leave', () => {
  const lists = new Map([['holidays', { days: new Map(), knownUntil: '2026-12-31' }]])
  const street = calendar([sweeping, meter, rule({ name: { en: 'Night', es: 'Noche', hi: 'रात' }, priority: 30 })], {
    lists,
  })
  const stay = evaluateStay({ calendar: street, facts: anyCar, start: at('2026-04-13T19:00'), seconds: 7200 })
  expect(stayTexts(stay, chicago, 'en')).toEqual([
    'Mon, Apr 13, 7:00 PM–8:00 PM, Meter: $2.00 ($2.00/hr)',
    'Mon, Apr 13, 8:00 PM–9:00 PM, Night: Free',
    'Total: $2.00',
    'Leave by Tue, Apr 14, 8:00 AM. Street sweeping.',
  ])
  expect(stayTexts(stay, chicago, 'es').at(-1)).toBe(
    'Retira tu carro antes de: mar, 14 de abr, 8:00 AM. Limpieza de calles.',
  )
  expect(stayTexts(stay, chicago, 'hi')[1]).toBe('सोम, 13 अप्रैल, 8:00 PM–9:00 PM, रात: फ़्री')
})

test('unknown time says that it is not charged', () => {
  const stay = evaluateStay({ calendar: calendar([]), facts: anyCar, start: at('2026-04-13T19:00'), seconds: 3600 })
  expect(stayTexts(stay, chicago, 'en')[0]).toBe(
    'Mon, Apr 13, 7:00 PM–8:00 PM. We don’t know the rate for this time, so we charge nothing. Check the sign.',
  )
})

test('dates are written alike on signs, in messages, and on screens, in each month', () => {
  for (const [language, locale] of [
    ['en', 'en-US'],
    ['es', 'es-US'],
    ['hi', 'hi-IN-u-nu-latn'],
  ] as const) {
    const style = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
    const [day, date] = [{}, { year: 'numeric' } as const].map(
      year => new Intl.DateTimeFormat(locale, { ...style, ...year }),
    )
    for (let month = 1; month <= 12; month++) {
      const noon = Temporal.PlainDate.from({ year: 2026, month, day: 9 }).toZonedDateTime({
        timeZone: 'UTC',
        plainTime: '12:00',
      })
      const instant = noon.toInstant()
      expect(spanText(instant, instant, 'UTC', language)).toContain(
        `${day!.format(instant.epochMilliseconds)}, 12:00 PM`,
      )
      const written = dateText(instant, 'UTC', language)
      expect(date!.format(instant.epochMilliseconds)).toMatch(new RegExp(`, ${written}$`))
    }
  }
})
