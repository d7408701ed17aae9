// The words of auto top-up in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useTopUpWords = () => useWords('money/topup/words', en)
export const topUpWords = () => wordsNow('money/topup/words', en)
