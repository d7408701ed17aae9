// Words of Park again and the driver's places, in the driver's language.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useHomeWords = () => useWords('parking/home/words', en)
