// Which queries to invalidate when the event stream reports the running sessions or the balance.
import type { SessionsState } from '@parkit/contract/support/chat'
import type { EventTiming } from '#platform/live-stream.ts'

type Running = SessionsState['Running']

const fingerprint = (running: Running) =>
  running
    .map(({ SessionId, EndsAt }) => `${SessionId} ${EndsAt}`)
    .sort()
    .join()

const sessionKeys = ['parking.sessions', 'parking.usual', 'parking.session', 'parking.past', 'parking.autoExtend']
const moneyKeys = ['account.details', 'account.profile', 'wallet.activity', 'refunds.list', 'refunds.withdrawal']

/** `known`: what the screens show; absent where none has read it. During a cut a session may have started and ended. */
export function afterSessions(timing: EventTiming, reported: Running, known: Running | undefined): string[] {
  const differs = known !== undefined && fingerprint(known) !== fingerprint(reported)
  if (differs) return ['parking.active', ...sessionKeys]
  return timing === 'reconnect' || (timing === 'change' && !known) ? sessionKeys : []
}

/** A change that leaves the balance as it was is a refund to a card. */
export function afterBalance(timing: EventTiming, reported: number, known: number | undefined): string[] {
  if (timing === 'change') return [...moneyKeys, 'parking.session']
  return timing === 'reconnect' || (known !== undefined && known !== reported) ? moneyKeys : []
}
