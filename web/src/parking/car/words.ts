// The words of the way to the car in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useCarWords = () => useWords('parking/car/words', en)
