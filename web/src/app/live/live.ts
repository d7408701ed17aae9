// Starts the event stream once the app has settled, at once in Support Chat: its code is not part of the first view.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from '#platform/address.tsx'
import { useSession } from '#platform/session.ts'

/** after what the driver waits for */
const settledMs = 2_000

export function useLive(): void {
  const queries = useQueryClient()
  const signedIn = useSession().isSignedIn()
  const delayMs = useLocation().pathname === '/chatsupport' ? 0 : settledMs
  useEffect(() => {
    if (!signedIn) return
    const start = () => {
      // offline, its code may not load either
      import('./live-events.ts')
        .then(live => live.startLive(queries))
        .catch(() => window.addEventListener('online', start, { once: true }))
    }
    const timer = setTimeout(start, delayMs)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', start)
    }
  }, [signedIn, queries, delayMs])
}
