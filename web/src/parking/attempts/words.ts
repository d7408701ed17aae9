// The words of presses made while offline, in the driver's language.
import { useWords } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

export type OfflineWords = typeof en

export const useOfflineWords = () => useWords({ en, hi })
