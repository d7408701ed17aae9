// Whether this driver has attempts on this device: what sends, tells and shows them is loaded only then.
import { useEffect, useSyncExternalStore } from 'react'
import { later } from '#platform/chunk.ts'
import { onSession, session } from '#platform/session.ts'
import { isOnlyOwner } from './owner.ts'

let any = false
const listeners = new Set<() => void>()
/** whose were looked for */
let member: string | undefined

/** From now on there are some. */
export function haveAttempts(): void {
  any = true
  for (const listener of listeners) listener()
}

const loadStore = later(() => import('./attempt-store.ts'))

/** What another driver left at this phone goes, whether anything of this one is here or not. */
const look = async () => {
  const memberId = session.memberId()
  if (member === memberId) return
  member = memberId
  try {
    if (await isOnlyOwner(memberId)) return void (await navigator.clearAppBadge?.())
    const { handOver, listKept } = await loadStore()
    await handOver(memberId)
    if ((await listKept(memberId)).length > 0) haveAttempts()
    else await navigator.clearAppBadge?.()
  } catch {
    // its code did not come: with the next start
  }
}

export function useAnyAttempts(): boolean {
  useEffect(() => {
    void look()
    return onSession(() => void look())
  }, [])
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => any,
    () => false,
  )
}
