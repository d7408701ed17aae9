// The words of auto top-up in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useTopUpWords = () => useWords({ en, hi })
export const topUpWords = () => wordsNow({ en, hi })
