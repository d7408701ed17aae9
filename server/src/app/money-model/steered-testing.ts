// Commands of the model test that are several calls in a row, for what calls by chance rarely come to.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Fault, troubles } from './charges-testing.ts'
import { type Command, command, look, send } from './command-testing.ts'
import { type Draft, driver, requestOf, start } from './drafts-testing.ts'
import { type Request, type State, sum } from './state-testing.ts'
import { refundable, roomOf } from './wallet-testing.ts'

/** Starts, each stopped a second later. */
const changesOfMind = (starts: Draft[]): Command =>
  command(
    `changesOfMind(${JSON.stringify(starts)})`,
    () => true,
    async (model, real) => {
      for (const each of starts) {
        const request = requestOf(model.state, each)!
        await send(model, real, request, 0, null)
        const begun = model.state.answered.find(({ request: { key } }) => key === request.key)
        real.advance(1_000)
        model.state.now = real.now()
        const session = String(begun?.body.SessionId)
        if (begun) await send(model, real, { key: randomUUID(), driver: each.driver, call: 'stop', session }, 1, null)
      }
    },
  )

/** A top-up without an answer, and one that the wallet takes beside it, or just not. */
const fillWallet = ([driver, percent, over, how]: [number, number, number, Fault['how']]): Command =>
  command(
    `fillWallet(${[driver, `${percent} %`, over, how].join(', ')})`,
    ({ state }) => roomOf(state, driver) >= 300 && roomOf(state, driver) <= 50_000,
    async (model, real) => {
      const room = roomOf(model.state, driver)
      const first = 100 + Math.floor(((room - 200) * percent) / 100)
      const topUp = (cents: number): Request => ({ key: randomUUID(), driver, call: 'addMoney', cents, card: 'visa' })
      await send(model, real, topUp(first), 0, { step: 'confirm', how, once: false })
      return send(model, real, topUp(room - first + over), 1, null)
    },
  )

/** The cents to withdraw that reach the first card which will refuse its refund, where payments of other cards are left. */
const reachRefusing = (state: State, driver: number): number => {
  const sources = refundable(state, state.drivers[driver]!)
  const at = sources.findIndex(({ card, isRefused }) => card === 'refusesRefunds' && !isRefused)
  return at < 0 || at === sources.length - 1 ? Infinity : sum(sources.slice(0, at + 1).map(({ left }) => left))
}

/** A withdrawal that comes back from its card, and the next one. */
const withdrawAfterRefusal = (driver: number): Command =>
  command(
    `withdrawAfterRefusal(${driver})`,
    ({ state }) => reachRefusing(state, driver) <= state.drivers[driver]!.balance,
    async (model, real) => {
      const withdraw = async (cents: number) =>
        send(model, real, { key: randomUUID(), driver, call: 'withdraw', cents }, 0, null)
      await withdraw(reachRefusing(model.state, driver))
      for (const server of [0, 1]) {
        await real.work(server)
        real.advance(61_000)
      }
      model.state.now = real.now()
      await real.work(0)
      await look(model, real)
      return withdraw(100)
    },
  )

/** A card's answer is lost, the plate is parked otherwise, and the start that is sent again gives the card's money back. */
const parkedMeanwhile = ([one, how]: [Draft & { call: 'start' }, Fault['how']]): Command =>
  command(
    `parkedMeanwhile(${JSON.stringify(one)}, ${how})`,
    () => true,
    async (model, real) => {
      const first = requestOf(model.state, { ...one, pay: Math.max(1, one.pay) })!
      await send(model, real, first, 0, { step: 'confirm', how, once: false })
      await send(model, real, requestOf(model.state, { ...one, zone: 'free', minutes: 60, pay: 0 })!, 1, null)
      return send(model, real, first, 0, null)
    },
  )

const how = fc.constantFrom(...troubles)
export const steered: fc.Arbitrary<Command>[] = [
  fc.array(start, { minLength: 2, maxLength: 8 }).map(changesOfMind),
  fc.tuple(driver, fc.nat(100), fc.constantFrom(0, 1, 100), how).map(fillWallet),
  driver.map(withdrawAfterRefusal),
  fc.tuple(start, how).map(parkedMeanwhile),
]
