// The desk's words in the language of the screen.
import { addWords, useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

addWords('hi', { 'staff/desk/words': hi })

export const useDeskWords = () => useWords('staff/desk/words', en)
