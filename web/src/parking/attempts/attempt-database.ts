// Where attempts are stored on this device, and what is known of it without loading what sends them.
import { createStore as createDatabase, entries } from 'idb-keyval'
import { createStore } from '#platform/store.ts'

let opened: ReturnType<typeof createDatabase> | undefined
export const database = () => (opened ??= createDatabase('parkit-attempts', 'attempts'))

/** Holds the member who used this device last. */
export const ownerKey = 'owner'

/** This driver used the device last, and there is no attempt of anybody's on it. */
export async function isUnused(memberId: string): Promise<boolean> {
  const all = await entries<string, unknown>(database()).catch(() => [])
  return all.length === 1 && all[0]![0] === ownerKey && all[0]![1] === memberId
}

export const hasAttempts = createStore(false)
