// The words of cards in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useCardWords = () => useWords({ en, hi })
export const cardWords = () => wordsNow({ en, hi })
