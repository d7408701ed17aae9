// The words of recovery in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useRecoveryWords = () => useWords('driver/account/recovery/words', en)
export const recoveryWords = () => wordsNow('driver/account/recovery/words', en)
