// Random ids that people read out: a letter, then Crockford base-32 characters.
import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `P-` and so many characters. */
export const newReadableId = (letter: 'P' | 'E', characters: number): string =>
  `${letter}-${Array.from(randomBytes(characters), byte => alphabet[byte % alphabet.length]).join('')}`
