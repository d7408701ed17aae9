// The words of saved places, in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export type SavedWords = typeof en
export const useSavedWords = () => useWords('city/saved/words', en)
