// The words of the parking options in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useOptionWords = () => useWords('driver/options/words', en)
export const optionWords = () => wordsNow('driver/options/words', en)
