// Words of Home and the other parking screens, in the driver's language.
import { useWords } from '#platform/language.tsx'
import { en } from './base-words.en.ts'

export const useBaseWords = () => useWords('parking/sessions/base-words', en)
