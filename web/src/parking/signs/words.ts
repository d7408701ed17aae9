// The words of signs in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export type SignWords = typeof en
export const useSignWords = () => useWords('parking/signs/words', en)
