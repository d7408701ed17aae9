// The words of a proof in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useProofWords = () => useWords('driver/account/proof/words', en)
