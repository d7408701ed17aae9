// Words of Home and the other parking screens, in the driver's language.
import { useWords } from '#platform/language.tsx'
import { en } from './base-words.en.ts'
import { hi } from './base-words.hi.ts'

export const useBaseWords = () => useWords({ en, hi })
