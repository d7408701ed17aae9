// The words of a disability placard, in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const usePlacardWords = () => useWords('driver/account/placard/words', en)
