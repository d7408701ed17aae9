// Idempotency: a key, the hash of its input and the first answer, stored in the transaction of the effect.
import { hash } from 'node:crypto'
import { type Queryable, sql } from './db.ts'
import { refuse } from './errors.ts'

/** `callerId`: the driver, or the member of staff, whose request it is. */
export type IdempotencyKey = { callerId: string; key: string; call: string; inputHash: Buffer }

/**
 * The key of an effect that no request asked for, such as a job's: "<kind> <details>". A key from a request holds no blank,
 * so the two never collide.
 */
export const systemKey = (callerId: string, key: string, call = key.split(' ')[0]!): IdempotencyKey => ({
  callerId,
  key,
  call,
  inputHash: hash('sha256', key, 'buffer'),
})

/** Throws `idempotency_conflict` where the key was used with other input before. */
export const requireSameInput = ({ inputHash }: Pick<IdempotencyKey, 'inputHash'>, before: Buffer): void => {
  if (!before.equals(inputHash)) refuse('idempotency_conflict')
}

const idempotencyClaim = sql<{ first: unknown }>(
  'idempotency_claim',
  'select idempotency_claim($1, $2, $3, $4, $5, $6) as first',
)
/**
 * Stores `answer` and returns null the first time, else returns the first answer. Waits for a transaction that is using the
 * same key. Raises `idempotency_conflict`.
 */
export const claimKey = async <A>(
  tx: Queryable,
  { callerId, key, call, inputHash }: IdempotencyKey,
  answer: A,
  at: Temporal.Instant,
): Promise<A | null> => {
  const [claimed] = await idempotencyClaim(tx, [callerId, key, call, inputHash, JSON.stringify(answer), at])
  return claimed!.first as A | null
}

const idempotencyFind = sql<{ input_hash: Buffer; answer: unknown }>(
  'idempotency_find',
  'select input_hash, answer from idempotency where caller_id = $1 and key = $2',
)
/** The first answer where the key was used before, else null. Throws `idempotency_conflict`. */
export const findAnswer = async <A>(db: Queryable, idempotencyKey: IdempotencyKey): Promise<A | null> => {
  const stored = await idempotencyFind.first(db, [idempotencyKey.callerId, idempotencyKey.key])
  if (!stored) return null
  requireSameInput(idempotencyKey, stored.input_hash)
  return stored.answer as A
}

const idempotencyInsert = sql<{ answer: unknown }>(
  'idempotency_insert',
  `insert into idempotency (caller_id, key, call, input_hash, answer, at) values ($1, $2, $3, $4, $5, $6)
   returning answer`,
)
/** Returns the answer as stored, which is what a repeat gets. The caller holds a lock that keeps a second one out. */
export const keepAnswer = async <A>(
  tx: Queryable,
  idempotencyKey: IdempotencyKey,
  answer: A,
  at: Temporal.Instant,
): Promise<A> => {
  const { callerId, key, call, inputHash } = idempotencyKey
  const [stored] = await idempotencyInsert(tx, [callerId, key, call, inputHash, JSON.stringify(answer), at])
  return stored!.answer as A
}
