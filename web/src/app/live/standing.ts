// What is to be read anew when the stream says how sessions and money stand.
import type { SessionsState } from '@parkit/contract/support/chat'

type Running = SessionsState['Running']
/** When it is said: at the first opening, at a later one, or in between, as it changes. */
export type Said = 'first' | 'again' | 'change'

const written = (running: Running) =>
  running
    .map(({ SessionId, EndsAt }) => `${SessionId} ${EndsAt}`)
    .sort()
    .join()

const sessionKeys = ['parking.sessions', 'parking.session', 'parking.past', 'parking.autoExtend']
const moneyKeys = ['account.details', 'account.profile', 'wallet.activity', 'refunds.list', 'refunds.withdrawal']

/** `known`: what the screens show; absent where none has asked. While the line was cut one may have come and gone. */
export function afterSessions(said: Said, told: Running, known: Running | undefined): string[] {
  const differs = known !== undefined && written(known) !== written(told)
  if (differs) return ['parking.active', ...sessionKeys]
  return said === 'again' || (said === 'change' && !known) ? sessionKeys : []
}

/** A change that leaves the balance as it was is a refund's, to a card. */
export function afterBalance(said: Said, told: number, known: number | undefined): string[] {
  if (said === 'change') return [...moneyKeys, 'parking.session']
  return said === 'again' || (known !== undefined && known !== told) ? moneyKeys : []
}
