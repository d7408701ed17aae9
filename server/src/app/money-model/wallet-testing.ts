// The model of money added, withdrawn, and refunded, by the rules. Pure.
import { type Attempt, advance, type Card, type Fault, last4Of, openCharge } from './charges-testing.ts'
import { authorizationMs, walletMostCents } from './rules-testing.ts'
import {
  costOf,
  type Driver,
  differ,
  dollars,
  findAttempt,
  findSession,
  type Hold,
  isRunning,
  type Judged,
  leftOf,
  type Outcome,
  type RequestOf,
  requireThat,
  type State,
  sum,
  takeAttempt,
} from './state-testing.ts'

/** How many cents a wallet takes beside what is on its way. */
export const roomOf = ({ drivers, attempts }: State, who: number): number => {
  const open = attempts.filter(attempt => attempt.driver === who && attempt.kind === 'topUp' && openCharge(attempt))
  return walletMostCents - drivers[who]!.balance - sum(open.map(({ cents }) => cents))
}

export const judgeAddMoney = (
  state: State,
  { key, driver: who, cents, card }: RequestOf<'addMoney'>,
  fault: Fault | null,
): Judged => {
  const driver = state.drivers[who]!
  const before = findAttempt(state, key)
  const refusals = new Set<string>()
  if (!before && cents > roomOf(state, who)) refusals.add('wallet_full')
  const change = () => {
    const cards = card ? [card] : driver.cards
    const attempt = takeAttempt(state, { key, driver: who, kind: 'topUp', cents, cards })
    const found = advance(attempt, fault)
    if (found === 'paid') creditTopUp(state, attempt)
    return found === 'paid' ? 'ok' : found
  }
  return { refusals, change }
}

/** Once, however many hear of it. */
export const creditTopUp = (state: State, { key, driver: who, cents, charges }: Attempt): void => {
  const charge = charges.at(-1)!
  if (charge.stage === 'paid') return
  charge.stage = 'paid'
  const driver = state.drivers[who]!
  driver.balance += cents
  driver.topUps.push({ key, card: charge.card, cents, at: state.now })
}

/** To the payments it came from, the newest first; those whose card did not take a refund come last. */
export const refundable = (state: State, { topUps }: Driver): (Source & { isRefused: boolean })[] => {
  const isRefused = (key: string) => state.refunds.some(({ source, state }) => source === key && state === 'failed')
  return topUps
    .map(({ key, card, cents, at }) => ({ key, card, left: leftOf(state, key, cents), at, isRefused: isRefused(key) }))
    .filter(({ left }) => left > 0)
    .toSorted((one, other) => Number(one.isRefused) - Number(other.isRefused) || other.at - one.at)
}

type Item = { Id: string; Amount: number; To: string; Card: { Last4: string } | null }
/** `at`: when it came, where two may have come at the same moment */
type Source = { key: string; card: Card; left: number; at?: number; isRefused?: boolean }
const isTied = (one: Source, other: Source) =>
  one === other || (one.at !== undefined && one.at === other.at && one.isRefused === other.isRefused)

/** Which payments it comes from, and that the answer says the same. */
const takeFrom = (state: State, driver: number, sources: Source[], cents: number, items: Item[]): void => {
  const unnamed = items.filter(({ Id }) => !state.refunds.some(({ id }) => id === Id))
  const rest = [...sources]
  let open = cents
  const itemOf = ({ card, left }: Source) =>
    unnamed.findIndex(({ Amount, Card }) => Amount === dollars(Math.min(open, left)) && Card?.Last4 === last4Of[card])
  while (open > 0 && rest[0]) {
    const [first] = rest
    // the rules don't order what came at the same moment
    const source = rest.find(one => isTied(one, first) && itemOf(one) >= 0) ?? first
    rest.splice(rest.indexOf(source), 1)
    const { key, card, left } = source
    const part = Math.min(open, left)
    if (part === 0) continue
    const at = itemOf(source)
    open -= part
    if (at < 0) differ(`${dollars(part)} of ${key} are not refunded to ${card}: ${JSON.stringify(items)}`)
    const [{ Id }] = unnamed.splice(at, 1) as [Item]
    state.refunds.push({ id: Id, driver, source: key, card, cents: part, state: 'requested' })
  }
  requireThat(unnamed.length === 0, () => `Refunds that nobody decided: ${JSON.stringify(unnamed)}`)
}

export const judgeWithdraw = (
  state: State,
  { driver: who, cents }: RequestOf<'withdraw'>,
  { body }: Outcome,
): Judged => {
  const driver = state.drivers[who]!
  const amount = cents ?? driver.balance
  const sources = refundable(state, driver)
  const refusals = new Set<string>()
  if (amount === 0 || amount > driver.balance || amount > sum(sources.map(({ left }) => left)))
    refusals.add('bad_input')
  const change = () => {
    driver.balance -= amount
    takeFrom(state, who, sources, amount, (body.Refunds ?? []) as Item[])
    return 'ok' as const
  }
  return { refusals, change }
}

export const judgeRefund = (
  state: State,
  { driver: who, session: id, cents }: RequestOf<'refund'>,
  { body }: Outcome,
): Judged => {
  const session = findSession(state, id)
  const { holds, payment } = session
  // authorizations that expired before the capture were all replaced at the same moment
  const cameAt = ({ heldAt }: Hold) => (state.now - heldAt > authorizationMs ? Infinity : heldAt)
  const sources = holds
    .map(hold => ({ ...hold, left: leftOf(state, hold.key, hold.captured ?? 0), at: cameAt(hold) }))
    .toReversed()
  const refusals = new Set<string>()
  if (isRunning(session, state.now)) refusals.add('session_not_over')
  else if (payment === 'Pending') refusals.add('payment_pending')
  if (cents > costOf(session) || payment === 'Failed') refusals.add('over_paid')
  const change = () => {
    session.refunded += cents
    if (session.card)
      takeFrom(
        state,
        who,
        sources,
        cents,
        ((body.Items ?? []) as Item[]).filter(({ To }) => To === 'card'),
      )
    else state.drivers[who]!.balance += cents
    return 'ok' as const
  }
  return { refusals, change }
}
