// The words that keep the time left in sight, in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useCountdownWords = () => useWords('parking/countdown/words', en)
export const countdownWords = () => wordsNow('parking/countdown/words', en)
