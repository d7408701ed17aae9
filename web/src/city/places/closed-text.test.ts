// What is said of places that are closed: their opening where it is today by the place's own clock.
import { expect, test } from 'vitest'
import { addWords } from '#platform/language.tsx'
import { es as units } from '#platform/words.es.ts'
import { closedText } from './closed-text.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

addWords('es', { 'platform/words': units })

/** Tuesday, 11 PM in Denver, when it is Wednesday in Chicago. */
const now = Date.parse('2026-04-15T05:00:00Z')
const closed = { OpenNow: false, OpensAt: null as string | null, TimeZone: 'America/Denver' }
const said = (own: Partial<typeof closed>, nowMs = now) => closedText({ ...closed, ...own }, nowMs, en, 'en')

test('an opening of today is said, in three languages; one of another day is not', () => {
  const soon = { OpensAt: '2026-04-15T05:30:00Z' }
  expect(said(soon)).toBe('Opens at 11:30 PM')
  expect(closedText({ ...closed, ...soon }, now, es, 'es')).toBe('Abre a las 11:30 PM')
  expect(closedText({ ...closed, ...soon }, now, hi, 'hi')).toBe('11:30 PM पर खुलेगा')
  // 8 AM the next morning, and the same instant once it is that day
  expect(said({ OpensAt: '2026-04-15T14:00:00Z' })).toBe('Closed now')
  expect(said({ OpensAt: '2026-04-15T14:00:00Z' }, Date.parse('2026-04-15T06:00:00Z'))).toBe('Opens at 8 AM')
  expect(said({})).toBe('Closed now')
})

test('an open place is not closed, unless a closure lasts, which says its own end', () => {
  expect(said({ OpenNow: true })).toBeNull()
  const Closure = { Name: 'Fair', StartsAt: '2026-04-15T04:00:00Z', EndsAt: '2026-04-15T05:30:00Z', Tow: false }
  expect(closedText({ ...closed, OpenNow: true, Closure }, now, en, 'en')).toBe('Closed now')
})
