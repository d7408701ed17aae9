// The database of attempts on this device, and checks that do not load the code that sends them.
import { createStore as createDatabase, entries } from 'idb-keyval'
import { createStore } from '#platform/store.ts'

let opened: ReturnType<typeof createDatabase> | undefined
export const database = () => (opened ??= createDatabase('parkit-attempts', 'attempts'))

/** Holds the member who used this device last. */
export const ownerKey = 'owner'

/** This driver used the device last, and it holds no attempts. */
export async function isUnused(memberId: string): Promise<boolean> {
  const all = await entries<string, unknown>(database()).catch(() => [])
  return all.length === 1 && all[0]![0] === ownerKey && all[0]![1] === memberId
}

export const hasAttempts = createStore(false)
