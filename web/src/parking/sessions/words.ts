// The parking screens' words in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export type ParkingWords = typeof en
export const useParkingWords = () => useWords('parking/sessions/words', en)
/** Outside a component. */
export const parkingWords = () => wordsNow('parking/sessions/words', en)
