// A first visit is in the first of the phone's languages that ParkIt speaks.
import { expect, test } from 'vitest'
import { languageOf } from './settings.ts'

test.each([
  [['es-MX', 'en-US'], 'es'],
  [['fr-FR', 'hi-IN', 'en'], 'hi'],
  [['en-GB', 'es'], 'en'],
  [['fr', 'de'], 'en'],
  [['hil-PH', 'est'], 'en'],
  [[], 'en'],
])('%j: %s', (preferred, language) => {
  expect(languageOf(preferred)).toBe(language)
})
