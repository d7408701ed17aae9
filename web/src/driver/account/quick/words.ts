// The words of Quick park in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useQuickWords = () => useWords('driver/account/quick/words', en)
