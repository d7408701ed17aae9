// Idempotency keys: made here, stored before the call is sent, kept until its outcome is known, so that a repeat is no second payment.
import { createStore, del, update } from 'idb-keyval'
import { now } from './clock.ts'

type Kept = { key: string; atMs: number }

/** A server keeps its answers for longer; a driver who does the same thing after this means it anew. */
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
    // a browser that refuses IndexedDB (a private window) still gets a key for this one sending
  }
  return given.key
}

export const forgetKey = (action: string): Promise<void> => del(action, unsent()).catch(() => undefined)
