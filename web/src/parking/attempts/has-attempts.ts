// Whether this driver has attempts on this device: what sends, reports and shows them is loaded only then.
import { createStore as createDatabase, entries } from 'idb-keyval'
import { useEffect } from 'react'
import { later } from '#platform/chunk.ts'
import { onSession, session } from '#platform/session.ts'
import { createStore, useStore } from '#platform/store.ts'

let opened: ReturnType<typeof createDatabase> | undefined
export const database = () => (opened ??= createDatabase('parkit-attempts', 'attempts'))

/** Holds the member who used this device last. */
export const ownerKey = 'owner'

const hasAttempts = createStore(false)
let checkedMember: string | undefined

/** From now on there are some. */
export const setHasAttempts = (): void => hasAttempts.set(true)

const loadQueue = later(() => import('./attempt-queue.ts'))

/** This driver used the device last, and there is no attempt of anybody's on it. */
async function isUnused(memberId: string): Promise<boolean> {
  const all = await entries<string, unknown>(database()).catch(() => [])
  return all.length === 1 && all[0]![0] === ownerKey && all[0]![1] === memberId
}

/** Removes what another driver left on this device, whether this one has attempts or not. */
async function check(): Promise<void> {
  const memberId = session.memberId()
  if (checkedMember === memberId) return
  checkedMember = memberId
  try {
    if (await isUnused(memberId)) return void (await navigator.clearAppBadge?.())
    const { handOver, listStored } = await loadQueue()
    await handOver(memberId)
    if ((await listStored(memberId)).length > 0) setHasAttempts()
    else await navigator.clearAppBadge?.()
  } catch {
    // its code did not load: the next start checks again
  }
}

export function useHasAttempts(): boolean {
  useEffect(() => {
    void check()
    return onSession(() => void check())
  }, [])
  return useStore(hasAttempts, () => false)
}
