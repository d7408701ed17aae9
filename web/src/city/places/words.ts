// The words of finding a place, in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export type PlacesWords = typeof en
export const usePlacesWords = () => useWords('city/places/words', en)
