// Passwords and one-time codes, each stored only as a hash.
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as argon2 from '@node-rs/argon2'
import { code } from '@parkit/contract/platform/limits'
import { createFairQueue } from '#platform/fair-queue.ts'
import { currentRequester } from '#platform/requester.ts'

/** Argon2id at the least that OWASP asks for: more would let a few sign-ins at once fill a small server. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// the same letters may come in several encodings from another keyboard
const same = (password: string) => password.normalize('NFKC')

/**
 * Each takes 19 MiB and a thread of the four that files, names of hosts and compression share: two at a time, and some 40
 * wait, about a second's work. A flood is refused early, and stands behind everyone else.
 */
const queue = createFairQueue({ running: 2, waiting: 40, waitingEach: 8 })
const inQueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { block, device } = currentRequester()
  return queue(device?.id ?? block, device !== null, work)
}

/** Throws `unavailable` where many wait already. */
export const hashPassword = (password: string): Promise<string> => inQueue(() => argon2.hash(same(password), cost))

let nobody: Promise<string> | undefined

/** Throws `unavailable` where many wait already. Takes the same time where there is no password to compare with, so that time tells nothing about accounts. */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  nobody ??= argon2.hash(randomBytes(32).toString('base64'), cost)
  const compared = passwordHash ?? (await nobody)
  const matches = await inQueue(() => argon2.verify(compared, same(password)))
  return matches && passwordHash !== null
}

const commonest = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#')),
)

/** Among the 10,000 commonest, in whatever case. */
export const isCommonPassword = (password: string): boolean => commonest.has(same(password).toLowerCase())

export const makeCode = (): string =>
  randomInt(10 ** code.digits)
    .toString()
    .padStart(code.digits, '0')

/** after signing in by a code, how long a new password may be set */
export const resetMinutes = 10

/** Of the configuration, what the key of codes is made from. */
export type CodeKey = { sms: { authToken: string } | null }
/**
 * Bound to its challenge: the same digits never match another one's; and to what sends codes: a million of them are soon
 * tried by who reads the database, so their key is not in it. The stand-in has none, and tells its codes to all anyway.
 */
export const hashCode = ({ sms }: CodeKey, challengeId: string, digits: string): Buffer =>
  createHmac('sha256', sms?.authToken ?? '')
    .update(`one-time code ${challengeId} ${digits}`)
    .digest()
