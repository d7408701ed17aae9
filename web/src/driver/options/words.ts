// The words of the parking options in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useOptionWords = () => useWords({ en, hi })
export const optionWords = () => wordsNow({ en, hi })
