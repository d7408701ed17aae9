// The desk's words in the language of the screen.
import { addWords, useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

addWords('es', { 'staff/desk/words': es })
addWords('hi', { 'staff/desk/words': hi })

export const useDeskWords = () => useWords('staff/desk/words', en)
