// Keeps the screens up to date and sends what waits, once the app has settled: its code is none of the first view.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../platform/session.ts'

/** it comes after what the driver waits for */
const settledMs = 2_000

export function useLive(): void {
  const queries = useQueryClient()
  const signedIn = useSession().isSignedIn()
  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => {
      import('./live.ts').then(live => live.startLive(queries)).catch(() => undefined)
    }, settledMs)
    return () => clearTimeout(timer)
  }, [signedIn, queries])
}
