// The words of past sessions in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export type PastWords = typeof en
export const usePastWords = () => useWords('parking/past/words', en)
