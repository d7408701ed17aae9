// The account screens' words in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useAccountWords = () => useWords({ en, hi })
export const accountWords = () => wordsNow({ en, hi })
