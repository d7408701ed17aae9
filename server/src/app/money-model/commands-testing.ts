// The commands of the model test: what drivers, the desk, the clock, the provider, and the servers do, in any order.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { answerBank, arrive, type Card, type Fault, isOpen, openCharge } from './charges-testing.ts'
import { type Command, command, count, type Model, note, send } from './command-testing.ts'
import { compare, expectedSums } from './comparison-testing.ts'
import { changed, type Draft, draft, fault, pick, rarely, requestOf, server, which } from './drafts-testing.ts'
import { judge } from './model-testing.ts'
import { authorizeExtend, authorizeMove, cutAtClosure } from './sessions-testing.ts'
import { Disagreement, isRunning, type Request, type State } from './state-testing.ts'
import { steered } from './steered-testing.ts'
import { roomOf } from './wallet-testing.ts'
import type { World } from './world-testing.ts'

const callOnce = ([draft, server, fault]: [Draft, number, Fault | null]): Command =>
  command(
    `call(${JSON.stringify(draft)}${server ? ' elsewhere' : ''}${fault ? ` ${JSON.stringify(fault)}` : ''})`,
    ({ state }) => requestOf(state, draft) !== null,
    (model, real) => send(model, real, requestOf(model.state, draft)!, server, fault),
  )

const isAnswered = ({ state }: Model, { key }: Request) => state.answered.some(({ request }) => request.key === key)

const again = ([which, isChanged, server, fault]: [number, boolean, number, Fault | null]): Command =>
  command(
    `again(${which}${isChanged ? ' changed' : ''}${fault ? ` ${JSON.stringify(fault)}` : ''})`,
    ({ requests }) => requests.length > 0,
    (model, real) => {
      // the latest are repeated most
      const request = pick(model.requests.toReversed(), which)!
      const mayChange = isChanged && isAnswered(model, request)
      return send(model, real, mayChange ? changed(request) : request, server, fault)
    },
  )

/** Money on its way fills the wallet until its card declines: two additions at once may both fail, one for the other. */
const mayFill = ({ state }: Model, one: Request, other: Request): boolean =>
  one.call === 'addMoney' &&
  other.call === 'addMoney' &&
  one.driver === other.driver &&
  one.cents + other.cents > roomOf(state, one.driver)

/**
 * Two calls at once, each at its own server: the answers are those of one after the other, in either order, or of the
 * one that the other kept out and that changed nothing.
 */
const together = ([one, other, isTwin]: [Draft, Draft, boolean]): Command =>
  command(
    `together(${JSON.stringify([one, ...(isTwin ? ['twin'] : [other])])})`,
    ({ state }) => requestOf(state, one) !== null && (isTwin || requestOf(state, other) !== null),
    async (model, real) => {
      const first = requestOf(model.state, one)!
      const requests = [first, isTwin ? first : requestOf(model.state, other)!]
      const outcomes = await Promise.all(requests.map((request, server) => real.send(request, server)))
      // the provider makes one of two with the same key wait: its answer comes when it is requested again
      const waits = isTwin ? outcomes.findIndex(({ code }) => code === 'payment_pending') : -1
      if (waits >= 0) outcomes[waits] = await real.send(first, 0)
      for (const [i, request] of requests.entries()) note(model, request, outcomes[i]!)
      const seen = await Promise.all([...model.state.drivers.keys()].map(who => real.see(who)))
      const reasons: string[] = []
      const keptOut = (i: number) => outcomes[i]!.code === 'wallet_full' && mayFill(model, first, requests[1]!)
      const orders = [[0, 1], [1, 0], ...[0, 1].filter(keptOut).map(i => [1 - i])]
      for (const order of orders) {
        const trial = structuredClone(model.state)
        try {
          const last = order.at(-1)!
          const request = requests[last]!
          const isOld = outcomes[last]!.code === 'price_changed'
          if (isOld && request.call === 'extend') authorizeExtend(trial, request)
          if (isOld && request.call === 'move') authorizeMove(trial, request)
          for (const i of order) judge(trial, requests[i]!, outcomes[i]!)
          for (const [who, each] of seen.entries()) compare(trial, who, each)
          model.state = trial
          return
        } catch (error) {
          if (!(error instanceof Disagreement)) throw error
          reasons.push(error.message)
        }
      }
      throw new Disagreement(
        `Neither order explains it. ${reasons.join('\nOr: ')}\n${JSON.stringify([requests, outcomes])}`,
      )
    },
  )

/** Sign-ins last thirty days. */
const longestMs = 21 * 86_400_000

const wait = (minutes: number): Command =>
  command(
    `wait(${minutes} min)`,
    ({ state, startedAt }) => state.now - startedAt + minutes * 60_000 < longestMs,
    async (_, real) => real.advance(minutes * 60_000),
  )

const work = ([messages, isBroken, server]: ['now' | 'late' | 'twice', boolean, number]): Command =>
  command(
    `work(messages ${messages}${isBroken ? ', answers lost' : ''})`,
    () => true,
    async (_, real) => {
      if (messages === 'late') await real.delayMessages()
      if (messages === 'twice') await real.repeatMessages()
      await real.work(server, isBroken)
    },
  )

const asked = ({ state, actions }: Model) =>
  state.attempts.filter(attempt => {
    const charge = openCharge(attempt)
    return charge?.stage === 'asked' && charge.isAsked && actions.has(attempt.key)
  })

const bank = ([which, passed]: [number, boolean]): Command =>
  command(
    `bank(${passed ? 'passed' : 'refused'})`,
    model => asked(model).length > 0,
    async (model, real) => {
      const attempt = pick(asked(model), which)!
      await real.answerBank(model.actions.get(attempt.key)!, passed)
      answerBank(openCharge(attempt)!, passed)
    },
  )

const runningOnes = ({ state }: Model) => state.sessions.filter(session => isRunning(session, state.now))

const closure = ([which, inMinutes, server]: [number, number, number]): Command =>
  command(
    `closure(in ${inMinutes} min)`,
    model => runningOnes(model).length > 0,
    async (model, real) => {
      const session = pick(runningOnes(model), which)!
      await real.cut(session, inMinutes, server)
      cutAtClosure(model.state, session, inMinutes)
    },
  )

const arriveLate = (model: Model, real: World) => {
  for (const { charges } of model.state.attempts) for (const charge of charges) arrive(charge)
  return real.arrive()
}
const lateOnes = (): Command =>
  command(
    'arrive',
    ({ state }) => state.attempts.some(({ charges }) => charges.some(charge => charge.isLate && isOpen(charge))),
    arriveLate,
  )

const restart = (): Command =>
  command(
    'restart',
    () => true,
    (_, real) => real.restart(),
  )

const waits = fc.constantFrom(1, 1, 10, 10, 45, 90, 400, 1_500, 12_000)
const works = fc.tuple(
  fc.constantFrom('now' as const, 'now' as const, 'late' as const, 'twice' as const),
  rarely,
  server,
)

/** In these proportions. */
export const commands: fc.Arbitrary<Command>[] = [
  ...Array.from({ length: 9 }, () => fc.tuple(draft, server, fault).map(callOnce)),
  ...Array.from({ length: 2 }, () => fc.tuple(which, rarely, server, fault).map(again)),
  ...Array.from({ length: 2 }, () => fc.tuple(draft, draft, fc.boolean()).map(together)),
  ...Array.from({ length: 2 }, () => waits.map(wait)),
  ...Array.from({ length: 2 }, () => works.map(work)),
  ...steered,
  fc.tuple(which, fc.constantFrom(true, true, false)).map(bank),
  fc.tuple(which, fc.constantFrom(-60, 0, 5, 20, 60), server).map(closure),
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(null).map(lateOnes) },
    { weight: 1, arbitrary: fc.constant(null).map(restart) },
  ),
]

/** The first wallet has money of a card that takes none back, the second is nearly full. */
const firstTopUps: [Card, number][][] = [
  [
    ['visa', 4_000],
    ['refusesRefunds', 2_000],
  ],
  [
    ['visa', 50_000],
    ['visa', 50_000],
    ['visa', 50_000],
    ['visa', 45_000],
  ],
]

export const begin = async (real: World): Promise<Model> => {
  const { now, cards } = await real.begin()
  const drivers = cards.map(of => ({ balance: 0, cards: of, topUps: [] }))
  const state: State = { now, drivers, sessions: [], attempts: [], refunds: [], answered: [] }
  const model: Model = { state, startedAt: now, requests: [], actions: new Map() }
  for (const [who, topUps] of firstTopUps.entries()) {
    for (const [card, cents] of topUps) {
      // no two at once: refunds go to the newest
      real.advance(1_000)
      state.now = real.now()
      await send(model, real, { key: randomUUID(), driver: who, call: 'addMoney', cents, card }, 0, null)
    }
  }
  return model
}

const hourMs = 60 * 60_000
/** Everything ends, is captured, refunded, and reported; then nothing is open and every book balances. */
export const finish = async (model: Model, real: World): Promise<void> => {
  await arriveLate(model, real)
  const ends = model.state.sessions.filter(session => isRunning(session, real.now())).map(({ endsAt }) => endsAt)
  real.advance(Math.max(real.now(), ...ends) - real.now())
  let open = 1
  for (let round = 0; open > 0 && round < 16; round++) {
    // a failed job is put off by an hour at most; an authorization that was lost is tried again after three days
    real.advance(round < 6 ? hourMs + 1_000 : 25 * hourMs)
    await real.work(0)
    open = await real.countOpen()
  }
  const { state } = model
  state.now = real.now()
  for (const who of state.drivers.keys()) {
    const seen = await real.see(who)
    compare(state, who, seen, true)
    for (const charge of seen.charges) count(`charge ${charge.state}`)
    for (const refund of seen.refunds) count(`refund ${refund.State} to ${refund.To}`)
    const expected = expectedSums(state, who)
    const all = { ...expected, clearing: expected.givenBack - expected.taken, held: 0 }
    const sums = await real.sums(who)
    const differing = Object.entries(all).filter(([name, cents]) => sums[name as keyof typeof sums] !== cents)
    if (differing.length > 0)
      throw new Disagreement(`Driver ${who}: the sums are ${JSON.stringify(sums)}, not ${JSON.stringify(all)}`)
  }
  for (const { isFreeCancel, stoppedAt, startedAt, parking, fee, refunded } of state.sessions) {
    if (isFreeCancel) count('session canceled for free')
    else if (stoppedAt !== null && stoppedAt - startedAt < 60_000) count('session stopped at once, not for free')
    else if (stoppedAt !== null && refunded > 0 && refunded < parking + fee) count('session stopped early')
  }
  const broken = await real.books()
  if (broken.length > 0) throw new Disagreement(`The books do not hold: ${JSON.stringify(broken)}`)
}
