// The words of notifications in the language of the screen.
import { useWords, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

export const useNoticeWords = () => useWords('messaging/notices/words', en)
export const noticeWords = () => wordsNow('messaging/notices/words', en)
