// The words of the shared components in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useUiWords = () => useWords('ui/words', en)
