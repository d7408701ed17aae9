// The words of a wallet that fills itself in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useFillWords = () => useWords({ en, hi })
/** Outside a component. */
export const fillWords = () => wordsNow({ en, hi })
