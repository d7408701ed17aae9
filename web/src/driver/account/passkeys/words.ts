// The words of passkeys in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const usePasskeyWords = () => useWords('driver/account/passkeys/words', en)
export const passkeyWords = () => wordsNow('driver/account/passkeys/words', en)
