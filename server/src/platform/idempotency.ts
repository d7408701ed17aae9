// Idempotency: a key, the hash of its input and the first answer, stored in the transaction of the effect.
import { hash } from 'node:crypto'
import { type Queryable, sql } from './db.ts'
import { refuse } from './errors.ts'

export type OnceKey = { driverId: string; key: string; call: string; inputHash: Buffer }

/**
 * The key of what nobody pressed: `key` begins with what is done and goes on after a blank. One from outside holds no blank,
 * so it is never one of these.
 */
export const ownKey = (driverId: string, key: string, call = key.split(' ')[0]!): OnceKey => ({
  driverId,
  key,
  call,
  inputHash: hash('sha256', key, 'buffer'),
})

/** Throws `idempotency_conflict` where the key was used with other input before. */
export const requireSameInput = ({ inputHash }: Pick<OnceKey, 'inputHash'>, before: Buffer): void => {
  if (!before.equals(inputHash)) refuse('idempotency_conflict')
}

const claim = sql<{ first: unknown }>('once_claim', 'select once_claim($1, $2, $3, $4, $5, $6) as first')
/**
 * Keeps `answer` and answers null the first time, else the first answer. A twin that is under way is waited for.
 * Raises `idempotency_conflict`.
 */
export const claimKey = async <A>(
  tx: Queryable,
  { driverId, key, call, inputHash }: OnceKey,
  answer: A,
  at: Temporal.Instant,
): Promise<A | null> => {
  const [claimed] = await claim(tx, [driverId, key, call, inputHash, JSON.stringify(answer), at])
  return claimed!.first as A | null
}

const select = sql<{ input_hash: Buffer; answer: unknown }>(
  'once_find',
  'select input_hash, answer from once where driver_id = $1 and key = $2',
)
/** The first answer where the key was used before, else null. Throws `idempotency_conflict`. */
export const findAnswer = async <A>(db: Queryable, once: OnceKey): Promise<A | null> => {
  const [stored] = await select(db, [once.driverId, once.key])
  if (!stored) return null
  requireSameInput(once, stored.input_hash)
  return stored.answer as A
}

const insert = sql<{ answer: unknown }>(
  'once_keep',
  'insert into once (driver_id, key, call, input_hash, answer, at) values ($1, $2, $3, $4, $5, $6) returning answer',
)
/** Answers what is kept: letter by letter what a repeat is answered. The caller holds what keeps a twin out. */
export const keepAnswer = async <A>(tx: Queryable, once: OnceKey, answer: A, at: Temporal.Instant): Promise<A> => {
  const { driverId, key, call, inputHash } = once
  const [kept] = await insert(tx, [driverId, key, call, inputHash, JSON.stringify(answer), at])
  return kept!.answer as A
}
