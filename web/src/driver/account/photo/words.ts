// The words of the photo in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const usePhotoWords = () => useWords('driver/account/photo/words', en)
export const photoWords = () => wordsNow('driver/account/photo/words', en)
