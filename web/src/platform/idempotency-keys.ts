// Idempotency keys: stored before the call is sent, until its outcome is known, so that a repeat is no second payment.
import { createStore, del, update } from 'idb-keyval'
import { now } from './clock.ts'

type Kept = { key: string; atMs: number }

/** Shorter than the server stores its answers; the same action later than this is a new one. */
const keptMs = 10 * 60_000

let store: ReturnType<typeof createStore> | undefined
const unsent = () => {
  store ??= createStore('parkit-unsent', 'keys')
  return store
}

/** The key of this action: the stored one while its outcome is unknown, else a new one, stored before it is given out. */
export async function getOrCreateKey(action: string): Promise<string> {
  const fresh: Kept = { key: crypto.randomUUID(), atMs: now() }
  let given = fresh
  try {
    // looked up and stored in one step: a doubled press, or the same in two tabs, gets one key
    await update<Kept>(
      action,
      kept => {
        given = kept && now() - kept.atMs < keptMs ? kept : fresh
        return given
      },
      unsent(),
    )
  } catch {
    // without IndexedDB (a private window) the key is good for this one sending
  }
  return given.key
}

export const forgetKey = (action: string): Promise<void> => del(action, unsent()).catch(() => undefined)
