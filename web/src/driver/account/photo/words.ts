// The words of the photo in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const usePhotoWords = () => useWords({ en, hi })
export const photoWords = () => wordsNow({ en, hi })
