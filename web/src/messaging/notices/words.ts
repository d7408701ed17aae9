// The words of notifications in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export const useNoticeWords = () => useWords({ en, hi })
export const noticeWords = () => wordsNow({ en, hi })
