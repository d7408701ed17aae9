// The words of passkeys in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const usePasskeyWords = () => useWords({ en, hi })
export const passkeyWords = () => wordsNow({ en, hi })
