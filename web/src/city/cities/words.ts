// The words of the choice of a city, in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useCityWords = () => useWords('city/cities/words', en)
