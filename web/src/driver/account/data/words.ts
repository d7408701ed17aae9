// The words of a driver's own data in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useDataWords = () => useWords({ en, hi })
export const dataWords = () => wordsNow({ en, hi })
