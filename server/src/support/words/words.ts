// What support's calls and messages say, by language.
import type { Language } from '@parkit/contract/platform/errors'
import { en, type Words } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

export type { Words }
export const words: Record<Language, Words> = { en, es, hi }
