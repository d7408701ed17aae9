// Idempotency keys of what nobody pressed.
import { createHash } from 'node:crypto'
import type { OnceKey } from '#platform/once.ts'

/** `key` begins with what is done and goes on after a blank; a key from outside holds none, so this is never one of those. */
export const ownKey = (driverId: string, key: string): OnceKey => ({
  driverId,
  key,
  call: key.split(' ')[0]!,
  inputHash: createHash('sha256').update(key).digest(),
})
