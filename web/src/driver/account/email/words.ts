// The words about an unconfirmed e-mail in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useEmailWords = () => useWords('driver/account/email/words', en)
