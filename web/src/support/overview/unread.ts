// How many of support's answers the driver has not seen, as the event stream reports it.
import type { ReadState } from '@parkit/contract/support/chat'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useSession } from '#platform/session.ts'

export const unreadKey = ['chat.unread']

/** 0 while that is not known. */
export function useUnread(): number {
  const signedIn = useSession().isSignedIn()
  const { data } = useQuery<ReadState>({ queryKey: unreadKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY })
  return (signedIn && data?.Unread) || 0
}
