// The words of the sheets that change a running session, in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './change-words.en.ts'

export const useChangeWords = () => useWords('parking/sessions/change-words', en)
