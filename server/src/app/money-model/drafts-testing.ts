// The requests of the model test as fast-check draws them, and what they become where they are sent.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Card, type Fault, troubles } from './charges-testing.ts'
import type { Zone } from './rules-testing.ts'
import { costOf, isRunning, plateOf, type Request, type State } from './state-testing.ts'

/** A request before it is known what there is: numbers that choose. */
export type Draft = { driver: number } & (
  | { call: 'start'; plate: number; zone: Zone; minutes: number; pay: number }
  | { call: 'extend'; which: number; minutes: number }
  | { call: 'stop'; which: number }
  | { call: 'move'; which: number; zone: Zone }
  | { call: 'changePlate'; which: number; plate: number }
  | { call: 'addMoney'; cents: number; card: number }
  | { call: 'withdraw'; cents: number | null }
  | { call: 'refund'; which: number; percent: number }
)

export const pick = <Item>(items: Item[], which: number): Item | undefined => items[which % items.length]

/** Null where there is nothing yet that it could be about. */
export const requestOf = ({ now, drivers, sessions }: State, draft: Draft, key = randomUUID()): Request | null => {
  const { driver } = draft
  const { cards } = drivers[driver]!
  const mine = sessions.filter(session => session.driver === driver)
  const choose = (isWanted: (isOn: boolean) => boolean, which: number) => {
    const wanted = mine.filter(session => isWanted(isRunning(session, now)))
    // now and then one that the call is not for
    return pick(which % 5 === 4 || wanted.length === 0 ? mine : wanted, which)
  }
  const common = { key, driver }
  switch (draft.call) {
    case 'start': {
      const payWith = draft.pay === 0 ? 'wallet' : pick(cards, draft.pay - 1)!
      const { call, zone, minutes } = draft
      return { ...common, call, zone, minutes, plate: plateOf(driver, draft.plate), payWith }
    }
    case 'addMoney': {
      const card: Card | null = draft.card === 0 ? null : pick(cards, draft.card - 1)!
      return { ...common, call: draft.call, cents: draft.cents, card }
    }
    case 'withdraw':
      return { ...common, call: draft.call, cents: draft.cents }
    case 'extend': {
      const session = choose(isOn => isOn, draft.which)
      return session ? { ...common, call: draft.call, session: session.id, minutes: draft.minutes } : null
    }
    case 'stop': {
      const session = choose(isOn => isOn, draft.which)
      return session ? { ...common, call: draft.call, session: session.id } : null
    }
    case 'move': {
      const session = choose(isOn => isOn, draft.which)
      return session ? { ...common, call: draft.call, session: session.id, zone: draft.zone } : null
    }
    case 'changePlate': {
      const session = choose(isOn => isOn, draft.which)
      return session ? { ...common, call: draft.call, session: session.id, plate: plateOf(driver, draft.plate) } : null
    }
    case 'refund': {
      const session = choose(isOn => !isOn, draft.which)
      if (!session) return null
      const cents = Math.max(1, Math.round((costOf(session) * draft.percent) / 100))
      return { ...common, call: draft.call, session: session.id, cents }
    }
  }
}

/** The same key with other details. */
export const changed = (request: Request): Request => {
  switch (request.call) {
    case 'start':
    case 'extend':
      return { ...request, minutes: request.minutes + 1 }
    case 'addMoney':
      return { ...request, cents: request.cents === 100 ? 101 : request.cents - 1 }
    case 'refund':
      return { ...request, cents: request.cents + 1 }
    case 'withdraw':
      return { ...request, cents: (request.cents ?? 0) + 100 }
    case 'move':
      return { ...request, zone: request.zone === 'street' ? 'garage' : 'street' }
    case 'stop':
    case 'changePlate':
      return request
  }
}

export const which = fc.nat(9)
export const driver = fc.constantFrom(0, 0, 1)
export const server = fc.constantFrom(0, 1)
const minutes = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(15, 30, 60, 61, 120) },
  { weight: 3, arbitrary: fc.integer({ min: 15, max: 200 }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 14, 241, 1_500, 8_641) },
)
const zone = fc.constantFrom<Zone>(
  ...(['street', 'street', 'street', 'garage', 'noReturn', 'noReturn', 'closesAtOne', 'free'] as const),
)
export const start = fc.record({
  call: fc.constant('start' as const),
  driver,
  plate: fc.constantFrom(0, 0, 1, 1),
  zone,
  minutes,
  pay: fc.constantFrom(0, 0, 1, 1, 1, 2, 3, 4),
})
const extend = fc.record({ call: fc.constant('extend' as const), driver, which, minutes })
const stop = fc.record({ call: fc.constant('stop' as const), driver, which })
const move = fc.record({ call: fc.constant('move' as const), driver, which, zone })
const changePlate = fc.record({
  ...{ call: fc.constant('changePlate' as const), driver, which, plate: fc.constantFrom(0, 1, 1) },
})
const topUp = fc.record({
  call: fc.constant('addMoney' as const),
  driver,
  cents: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 100, max: 4_000 }) },
    { weight: 1, arbitrary: fc.constant(50_000) },
  ),
  card: fc.constantFrom(0, 0, 0, 1, 2, 2, 3, 4),
})
const withdraw = fc.record({
  call: fc.constant('withdraw' as const),
  driver,
  cents: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: fc.integer({ min: 100, max: 3_000 }) },
  ),
})
const refund = fc.record({
  call: fc.constant('refund' as const),
  driver,
  which,
  percent: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 130 })),
})
export const draft: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 8, arbitrary: start },
  { weight: 3, arbitrary: topUp },
  { weight: 6, arbitrary: stop },
  { weight: 5, arbitrary: extend },
  { weight: 5, arbitrary: move },
  { weight: 3, arbitrary: changePlate },
  { weight: 5, arbitrary: refund },
  { weight: 4, arbitrary: withdraw },
)
export const fault: fc.Arbitrary<Fault | null> = fc.option(
  fc.record({
    step: fc.constantFrom('prepare', 'confirm', 'confirm'),
    how: fc.constantFrom(...troubles),
    once: fc.boolean(),
  }),
  { freq: 2 },
)
export const rarely = fc.integer({ min: 0, max: 3 }).map(n => n === 3)
