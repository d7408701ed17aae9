// The words of a trusted person in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useTrustedWords = () => useWords('driver/account/trusted/words', en)
