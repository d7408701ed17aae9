// Support's words in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useSupportWords = () => useWords('support/overview/words', en)
