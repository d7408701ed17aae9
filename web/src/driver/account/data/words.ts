// The words of a driver's own data in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useDataWords = () => useWords('driver/account/data/words', en)
export const dataWords = () => wordsNow('driver/account/data/words', en)
