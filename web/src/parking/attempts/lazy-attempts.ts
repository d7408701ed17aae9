// Whether this driver has attempts on this device; only then the code that sends, reports and shows them is loaded.
import { type ComponentType, lazy, useEffect } from 'react'
import { later } from '#platform/chunk.ts'
import { onSession, session } from '#platform/session.ts'
import { useStore } from '#platform/store.ts'
import type { AttemptResultsProps } from './AttemptResults.tsx'
import { hasAttempts, isUnused } from './attempt-database.ts'

export const OpenAttempts = /* @__PURE__ */ lazy(() => import('./OpenAttempts.tsx'))

/** Renders nothing if its code does not load. */
export const AttemptResults = /* @__PURE__ */ lazy<ComponentType<AttemptResultsProps>>(() =>
  import('./AttemptResults.tsx').catch(() => ({ default: () => null })),
)

export const countOpenAttempts = async (memberId: string): Promise<number> =>
  (await import('./attempt-queue.ts')).countOpenAttempts(memberId)

const loadQueue = later(() => import('./attempt-queue.ts'))

let checkedMember: string | undefined

/** Removes another driver's attempts from this device, and reads whether this one has any. */
async function check(): Promise<void> {
  const memberId = session.memberId()
  if (checkedMember === memberId) return
  checkedMember = memberId
  try {
    if (await isUnused(memberId)) return void (await navigator.clearAppBadge?.())
    const { handOver, listStored } = await loadQueue()
    await handOver(memberId)
    if ((await listStored(memberId)).length > 0) hasAttempts.set(true)
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
