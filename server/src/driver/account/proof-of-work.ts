// Proof of work: a challenge that costs the caller's device some computing, and each solution of it once.
import { createHmac } from 'node:crypto'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib'
import type { Payload } from 'altcha-lib/types'
import { type Queryable, selectSecret } from '#platform/db.ts'
import { Refusal } from '#platform/errors.ts'
import * as store from './guess-store.ts'

const expiryOf = (payload: Payload) =>
  Temporal.Instant.fromEpochMilliseconds(Number(extractParams(payload).expires) * 1_000)

/** half of it on average: about a second on a phone */
const mostTries = 150_000
const minutes = 10

const payloadOf = (given: string): Payload | null => {
  try {
    const payload: unknown = JSON.parse(Buffer.from(given, 'base64').toString())
    const { salt, challenge, signature, algorithm, number } = payload as Payload
    const texts = [salt, challenge, signature].every(text => typeof text === 'string' && text.length <= 200)
    return texts && algorithm === 'SHA-256' && Number.isSafeInteger(number) ? (payload as Payload) : null
  } catch {
    return null
  }
}

export const createProofOfWork = () => {
  let key: Promise<string> | undefined
  const getKey = (tx: Queryable) => {
    key ??= selectSecret(tx, 'signing')
      .then(secret => createHmac('sha256', secret).update('proof of work').digest('hex'))
      .catch(error => {
        // read again for the next one
        key = undefined
        throw error
      })
    return key
  }

  /** Whether it solves a challenge of ours that is not over; checked here, for the library knows only its own clock. */
  const isSolved = async (payload: Payload, hmacKey: string, now: Temporal.Instant): Promise<boolean> => {
    if (!(Number(extractParams(payload).expires) * 1_000 > now.epochMilliseconds)) return false
    return verifySolution(payload, hmacKey, false).catch(() => false)
  }

  return {
    /** Throws `proof_needed`, with a new challenge, where `given` solves none or was used before. */
    require: async (tx: Queryable, given: string | undefined, now: Temporal.Instant): Promise<void> => {
      const hmacKey = await getKey(tx)
      const payload = given ? payloadOf(given) : null
      if (payload && (await isSolved(payload, hmacKey, now))) {
        // by its own expiry, so that midnight gives no second use
        const used = await store.countSent(tx, `proof ${payload.challenge}`, expiryOf(payload))
        if (used === 1) return
      }
      const expires = new Date(now.add({ minutes }).epochMilliseconds)
      const challenge = await createChallenge({ hmacKey, maxNumber: mostTries, expires })
      throw new Refusal('proof_needed', { extra: { ProofOfWork: challenge }, retryAfterSeconds: 1 })
    },
  }
}
