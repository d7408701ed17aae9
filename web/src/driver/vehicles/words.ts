// The vehicle screens' words in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useVehicleWords = () => useWords('driver/vehicles/words', en)
export const vehicleWords = () => wordsNow('driver/vehicles/words', en)
