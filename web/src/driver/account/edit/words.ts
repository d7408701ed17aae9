// The words of Edit Profile in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useEditWords = () => useWords('driver/account/edit/words', en)
export const editWords = () => wordsNow('driver/account/edit/words', en)
