// The words about an unconfirmed e-mail in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useEmailWords = () => useWords({ en, hi })
