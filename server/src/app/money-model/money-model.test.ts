// Random sequences of calls with faults against the model: after each step both agree, and in the end every book balances.
import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { type Model, tally } from './command-testing.ts'
import { begin, commands, finish } from './commands-testing.ts'
import { openWorld, type World } from './world-testing.ts'

const minute = 60_000
/** `MONEY_MODEL=5000 npx vitest run --project server money-model`: so many sequences; a failure prints how to run it again. */
const { MONEY_MODEL = '40', MONEY_MODEL_SEED, MONEY_MODEL_PATH, MONEY_MODEL_REPLAY } = process.env
const lanes = MONEY_MODEL_PATH ? 1 : 4
/** a database grows, and with it what checking its books takes */
const mostPerServer = 60

/** A failure is shortened for this long: each try runs a sequence, and each that fails costs a new database. */
const shrinkMs = minute
let agreed = 0
let failure: { seed: number; at: number } | undefined

/** The client waits half a second before it repeats a call: here it does not. */
const repeatAtOnce = () => {
  const { _requestSender: sender } = new Stripe('sk_test_any') as unknown as { _requestSender: object }
  Object.getPrototypeOf(sender)._getSleepTimeInMS = () => 0
}

/** Answers and ends that a run must have met. */
const reached = [
  ...['ok', 'card_declined', 'asked', 'payment_pending', 'wallet_full', 'idempotency_conflict'].map(
    code => `addMoney ${code}`,
  ),
  ...['ok', 'card_declined', 'asked', 'payment_pending', 'already_parked', 'insufficient_funds'].map(
    code => `start ${code}`,
  ),
  ...['ok', 'over_max_stay', 'session_ended'].map(code => `extend ${code}`),
  ...['ok', 'session_ended'].map(code => `stop ${code}`),
  ...['ok', 'change_used', 'session_ended'].map(code => `move ${code}`),
  ...['ok', 'change_used'].map(code => `changePlate ${code}`),
  ...['ok', 'bad_input'].map(code => `withdraw ${code}`),
  ...['ok', 'over_paid', 'payment_pending', 'session_not_over'].map(code => `refund ${code}`),
  ...['succeeded', 'declined', 'void', 'captured', 'released', 'replaced'].map(state => `charge ${state}`),
  ...['arrived to wallet', 'arrived to card', 'failed to card'].map(state => `refund ${state}`),
  ...['canceled for free', 'stopped at once, not for free', 'stopped early'].map(how => `session ${how}`),
]

/** Sequences one after the other, each with drivers of its own. */
const runLane = async (numRuns: number, seed: number) => {
  let world: World = await openWorld()
  let left = mostPerServer
  const property = fc.asyncProperty(
    fc.commands(commands, {
      maxCommands: 60,
      size: 'max',
      ...(MONEY_MODEL_REPLAY && { replayPath: MONEY_MODEL_REPLAY }),
    }),
    async sequence => {
      // another lane has failed, or this one was shortened for long enough
      if (failure && (failure.seed !== seed || Date.now() - failure.at > shrinkMs)) return
      if (left-- === 0) {
        await world.close().catch(() => {})
        world = await openWorld()
        left = mostPerServer - 1
      }
      let model!: Model
      const setUp = async () => {
        model = await begin(world)
        return { model, real: world }
      }
      try {
        await fc.asyncModelRun(setUp, sequence)
        await finish(model, world)
        if (++agreed % 100 === 0) console.info(`${agreed} sequences agree`)
      } catch (error) {
        if (!failure) console.error(`Failed with seed ${seed}, now shortened: ${sequence}\n${error}`)
        failure ??= { seed, at: Date.now() }
        // what is broken would break the next sequence too
        left = 0
        throw error
      }
    },
  )
  try {
    return await fc.check(property, { numRuns, seed, ...(MONEY_MODEL_PATH && { path: MONEY_MODEL_PATH }) })
  } finally {
    await world.close().catch(() => {})
  }
}

test('wallets, sessions, cards, and refunds are what the model says, whatever fails', {
  timeout: 600 * minute,
}, async () => {
  repeatAtOnce()
  const seed = Number(MONEY_MODEL_SEED ?? 20_261_123)
  const numRuns = Math.ceil(Number(MONEY_MODEL) / lanes)
  const runs = await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(numRuns, seed + lane)))
  const failures = runs.filter(({ failed }) => failed)
  expect(failures.map(run => `${run.errorInstance}\n${fc.defaultReportMessage(run)}`).join('\n\n')).toBe('')
  // the chances were such that there was something to lose
  if (!MONEY_MODEL_PATH && numRuns >= 25) expect([...tally.keys()]).toEqual(expect.arrayContaining(reached))
})
