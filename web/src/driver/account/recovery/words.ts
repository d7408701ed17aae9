// The words of recovery in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useRecoveryWords = () => useWords({ en, hi })
export const recoveryWords = () => wordsNow({ en, hi })
