// The words of presses made while offline, in the driver's language.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'

export type OfflineWords = typeof en

export const useOfflineWords = () => useWords('parking/attempts/words', en)
