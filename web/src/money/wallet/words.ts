// The wallet's words in the language of the screen.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useWalletWords = () => useWords('money/wallet/words', en)
