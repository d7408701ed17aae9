// The words of money on its way back in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useWithdrawWords = () => useWords('money/refunds/words', en)
export const withdrawWords = () => wordsNow('money/refunds/words', en)
