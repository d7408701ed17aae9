// Keeps the screens up to date and sends what waits, once the app has settled: its code is none of the first view.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#platform/session.ts'

/** it comes after what the driver waits for */
const settledMs = 2_000

export function useLive(): void {
  const queries = useQueryClient()
  const signedIn = useSession().isSignedIn()
  useEffect(() => {
    if (!signedIn) return
    const begin = () => {
      // without a signal its code may not come either
      import('./live.ts')
        .then(live => live.startLive(queries))
        .catch(() => window.addEventListener('online', begin, { once: true }))
    }
    const timer = setTimeout(begin, settledMs)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', begin)
    }
  }, [signedIn, queries])
}
