// What is read aloud of durations, rates, and zone numbers, in each language.
import { expect, test } from 'vitest'
import { addWords } from './language.tsx'
import { spokenText } from './spoken.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

addWords('es', { 'platform/words': es })
addWords('hi', { 'platform/words': hi })

test.each([
  ['en', 'Parking, 1 hr 12 min at $7.85/hr', 'Parking, 1 hour 12 minutes at $7.85 an hour'],
  ['en', '2 hr 1 min left', '2 hours 1 minute left'],
  ['en', '<1 min left', 'less than 1 minute left'],
  ['en', 'Start parking in zone 4526', 'Start parking in zone 4 5 2 6'],
  ['en', 'Zone 90226, three days', 'Zone 9 0 2 2 6, three days'],
  ['en', '$10.85, at 3:30 PM', '$10.85, at 3:30 PM'],
  ['en', '5 minutes', '5 minutes'],
  ['es', '1 h 12 min a $7.85/h en la zona 4526', '1 hora 12 minutos a $7.85 por hora en la zona 4 5 2 6'],
  ['es', '2 h, hasta las 3:30 PM', '2 horas, hasta las 3:30 PM'],
  ['es', '2 horas', '2 horas'],
  ['hi', 'ज़ोन 4526 में $7.85/घंटा', 'ज़ोन 4 5 2 6 में $7.85 प्रति घंटा'],
  ['hi', '1 घंटा 12 मिनट', '1 घंटा 12 मिनट'],
  ['hi', '2 घंटे बाकी', '2 घंटे बाकी'],
] as const)('%s: “%s” is read “%s”', (language, text, said) => {
  expect(spokenText(text, language)).toBe(said)
})
