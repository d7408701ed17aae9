// The words of finding a place, in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export type PlacesWords = typeof en
export const usePlacesWords = () => useWords({ en, hi })
