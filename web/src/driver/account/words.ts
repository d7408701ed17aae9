// The account screens' words in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useAccountWords = () => useWords('driver/account/words', en)
export const accountWords = () => wordsNow('driver/account/words', en)
