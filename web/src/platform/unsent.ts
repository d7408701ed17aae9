// Idempotency keys: made here, stored before the call is sent, kept until its outcome is known, so that a repeat is no second payment.
import { createStore, del, get, set } from 'idb-keyval'
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
export async function keyFor(action: string): Promise<string> {
  const fresh = crypto.randomUUID()
  try {
    const kept = await get<Kept>(action, unsent())
    if (kept && now() - kept.atMs < keptMs) return kept.key
    await set(action, { key: fresh, atMs: now() } satisfies Kept, unsent())
  } catch {
    // a browser that refuses IndexedDB (a private window) still gets a key for this one sending
  }
  return fresh
}

export const forgetKey = (action: string): Promise<void> => del(action, unsent()).catch(() => undefined)
