// Starts the event stream and applies its events to what the screens have read.
import type { details } from '@parkit/contract/driver/account'
import type { Session } from '@parkit/contract/parking/sessions'
import type { Answer } from '@parkit/contract/platform/call'
import type { BalanceState, SessionsState } from '@parkit/contract/support/chat'
import type { QueryClient } from '@tanstack/react-query'
import { repairStoredUser } from '#driver/account/account.ts'
import { startLiveStream } from '#platform/live-stream.ts'
import { session } from '#platform/session.ts'
import { chatEvents } from '#support/chat/chat.ts'
import { afterBalance, afterSessions } from './query-invalidation.ts'

/** Once no mutation runs: a mutation's answer updates the screens itself, and may lead to another screen. */
function invalidateWhenIdle(queries: QueryClient, findKeys: () => string[]): void {
  const token = session.token()
  const invalidate = () => {
    if (queries.isMutating() > 0) return false
    if (session.token() === token) for (const key of findKeys()) void queries.invalidateQueries({ queryKey: [key] })
    return true
  }
  if (invalidate()) return
  const unsubscribe = queries.getMutationCache().subscribe(() => {
    if (queries.isMutating() > 0) return
    unsubscribe()
    invalidate()
  })
}

/** With the first session that runs; one that ended meanwhile may still be in sight where it was shown. */
function followRunning(queries: QueryClient): void {
  const isNeeded = () =>
    !!queries.getQueryData<Session[]>(['parking.active'])?.length || !!localStorage.getItem('push_countdown')
  const start = () => {
    if (!isNeeded()) return
    unsubscribe()
    // offline, its code may not load: then the next visit follows
    import('#parking/countdown/countdown.ts')
      .then(({ followSessions }) => followSessions(queries))
      .catch(() => undefined)
  }
  const unsubscribe = queries.getQueryCache().subscribe(start)
  start()
}

let isStarted = false

/** Called again by each sign-in and each visit of the chat: what is subscribed once stays so. */
export function startLive(queries: QueryClient): void {
  void repairStoredUser(queries)
  if (isStarted) return
  isStarted = true
  followRunning(queries)
  const chat = chatEvents(queries)
  startLiveStream({
    ...chat,
    handlers: {
      ...chat.handlers,
      sessions: (data, timing) => {
        const { Running } = JSON.parse(data) as SessionsState
        const findKnown = () => queries.getQueryData<Session[]>(['parking.active'])
        invalidateWhenIdle(queries, () => afterSessions(timing, Running, findKnown()))
      },
      balance: (data, timing) => {
        const { Balance } = JSON.parse(data) as BalanceState
        const findKnown = () => queries.getQueryData<Answer<typeof details>>(['account.details'])?.Balance
        invalidateWhenIdle(queries, () => afterBalance(timing, Balance, findKnown()))
      },
    },
  })
}
