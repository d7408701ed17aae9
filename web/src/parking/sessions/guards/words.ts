// The words of the checks before paying, in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export type GuardWords = typeof en
export const useGuardWords = () => useWords('parking/sessions/guards/words', en)
