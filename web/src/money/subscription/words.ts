// The words of plans in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const usePlanWords = () => useWords({ en, hi })
