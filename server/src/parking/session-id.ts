// A session's id: `P-` and ten random Crockford base-32 characters, short enough to read out.
import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const newSessionId = (): string =>
  `P-${Array.from(randomBytes(10), byte => alphabet[byte % alphabet.length]).join('')}`
