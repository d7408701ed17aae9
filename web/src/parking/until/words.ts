// The words of the page of a shared link, in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useUntilWords = () => useWords('parking/until/words', en)
