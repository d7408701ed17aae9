// The vehicle screens' words in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useVehicleWords = () => useWords({ en, hi })
export const vehicleWords = () => wordsNow({ en, hi })
