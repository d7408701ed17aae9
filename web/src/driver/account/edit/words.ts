// The words of Edit Profile in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useEditWords = () => useWords({ en, hi })
export const editWords = () => wordsNow({ en, hi })
