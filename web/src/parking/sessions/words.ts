// The parking screens' words in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export type ParkingWords = typeof en
export const useParkingWords = () => useWords({ en, hi })
/** Outside a component. */
export const parkingWords = () => wordsNow({ en, hi })
