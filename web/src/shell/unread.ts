// How many of support's answers the driver has not seen, for the bar; looked for now and then while the chat is not open.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '../platform/client.ts'
import { useSession } from '../platform/session.ts'

export const unreadKey = ['chat.unread']

const lookMs = 60_000
/** not of the first view: it comes after what the driver waits for */
const settledMs = 2_000

/** 0 while that is not known. */
export function useUnread(): number {
  const signedIn = useSession().isSignedIn()
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => send((await import('@parkit/contract/chat')).unread, {}, signal),
    enabled: signedIn,
    staleTime: lookMs / 2,
    refetchInterval: lookMs,
  })
  return (signedIn && data?.Unread) || 0
}

/** What was written without a connection is sent whichever screen is open, once the app has settled. */
export function useOutbox(): void {
  const memberId = useSession().memberId()
  useEffect(() => {
    if (!memberId) return
    const timer = setTimeout(() => {
      import('../support/outbox.ts').then(outbox => outbox.startOutbox()).catch(() => undefined)
    }, settledMs)
    return () => clearTimeout(timer)
  }, [memberId])
}
