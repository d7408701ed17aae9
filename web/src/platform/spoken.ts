// A text as it is read aloud: units and rates in full words, and the number of a zone digit by digit.
import { type LanguageCode, wordsIn } from './language.tsx'
import { en } from './words.en.ts'

/**
 * `Max stay 1 hour 30 minutes` of `Max stay 1 hr 30 min`, `$6.00 an hour` of `$6.00/hr`, `zone 4 5 2 6` of `zone 4526`: a screen
 * reader makes letters of the units, and thousands of the number. Not for names of buttons and links, which voice control
 * finds by what they show.
 */
export function spokenText(text: string, language: LanguageCode): string {
  const { h, min, perHour, hoursAloud, minutesAloud, perHourAloud, underMinute, zone } = wordsIn(
    language,
    'platform/words',
    en,
  )
  const counted = (unit: string) => new RegExp(`(\\d+) ${unit}(?![\\p{L}\\p{M}])`, 'gu')
  return text
    .replace(new RegExp(`${perHour}(?![\\p{L}\\p{M}])`, 'gu'), perHourAloud)
    .replace(`<1 ${min}`, underMinute)
    .replace(counted(`(?:${h(2)}|${h(1)})`), (_, count) => hoursAloud(Number(count)))
    .replace(counted(min), (_, count) => minutesAloud(Number(count)))
    .replace(new RegExp(`(${zone}) (\\d+)`, 'gi'), (_, word, digits) => `${word} ${[...digits].join(' ')}`)
}
