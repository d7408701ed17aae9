// Durations as figures with small units, for Figures and for speech.

import type { LanguageCode } from '#platform/language.tsx'
import { durationText } from '#platform/text.ts'
import type { en } from './base-words.en.ts'

type Parts = (readonly [figure: string, unit: string])[]
type Words = Pick<typeof en, 'hour' | 'min'>

/** `1 h 12 min`, `45 min`, `2 h`; begun minutes of a time left do not count. */
export function leftParts(seconds: number, words: Words): Parts {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return [[minutes === 0 ? '<1' : String(minutes), words.min]]
  return rest === 0 ? [[String(hours), words.hour(hours)]] : stayParts(minutes, words, false)
}

/** `2 h 00 min` in the picker, where the place of each figure must not move. */
export function stayParts(minutes: number, words: Words, padded = true): Parts {
  const hours = Math.floor(minutes / 60)
  const rest = String(minutes % 60)
  return [
    [String(hours), words.hour(hours)],
    [padded ? rest.padStart(2, '0') : rest, words.min],
  ]
}

/** The time left in words that can be spoken. */
export const leftText = (seconds: number, language: LanguageCode): string =>
  durationText(Math.max(0, Math.floor(seconds / 60)), language)
