// The words of cards in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useCardWords = () => useWords('money/cards/words', en)
export const cardWords = () => wordsNow('money/cards/words', en)
