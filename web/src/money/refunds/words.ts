// The words of money on its way back in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useWithdrawWords = () => useWords({ en, hi })
export const withdrawWords = () => wordsNow({ en, hi })
