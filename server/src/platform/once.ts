// Idempotency: a key, the hash of its input and the first answer, stored in the transaction of the effect.
import { Refusal } from './errors.ts'

export type OnceKey = { driverId: string; key: string; call: string; inputHash: Buffer }

type Stored = { input_hash: Buffer; answer: unknown }

/** The first answer where the key was used before; throws `idempotency_conflict` where it was used with other input. */
export const firstAnswer = <A>(once: OnceKey, stored: Stored | null | undefined): A | null => {
  if (!stored) return null
  if (!stored.input_hash.equals(once.inputHash)) throw new Refusal('idempotency_conflict')
  return stored.answer as A
}
