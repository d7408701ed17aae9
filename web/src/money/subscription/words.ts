// The words of plans in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const usePlanWords = () => useWords('money/subscription/words', en)
