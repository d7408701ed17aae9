// A pattern of plates in words: `2 letters, then 5 numbers`.
import { patternRuns } from './plate-patterns.ts'
import type { GuardWords } from './words.ts'

export const patternText = (pattern: string, words: GuardWords): string =>
  words.inOrder(
    patternRuns(pattern).map(({ kind, count }) => (kind === 'L' ? words.letters(count) : words.numbers(count))),
  )
