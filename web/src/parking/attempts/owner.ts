// Where attempts are kept, and whose phone it was last: enough to know that there is nothing to load.
import { createStore, entries } from 'idb-keyval'

let made: ReturnType<typeof createStore> | undefined
export const store = () => {
  made ??= createStore('parkit-attempts', 'attempts')
  return made
}

/** Whose phone it was last. */
export const ownerKey = 'owner'

/** It was this driver's last, and no attempt of anybody's is here. */
export async function isOnlyOwner(memberId: string): Promise<boolean> {
  const all = await entries<string, unknown>(store()).catch(() => [])
  return all.length === 1 && all[0]![0] === ownerKey && all[0]![1] === memberId
}
