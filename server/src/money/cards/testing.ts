// For tests: faults between the server and the card provider, and a driver's cards by their last four digits.
import { listMethods } from '@parkit/contract/money/cards'
import type { TestServer } from '#app/testing.ts'

type Fault = (path: string) => Promise<void>

/** The same row of chances, 0 to 1, in every run; which call draws which depends on the moment. */
export const chances = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** An answer with Stripe's error in it. */
export const stripeError = (status: number, error: object): Response => Response.json({ error }, { status })

/** Runs before the provider is asked and after it has answered, for each call whose path matches. */
export const createFaults = () => {
  const none: Fault = async () => {}
  const onTheWay: (() => Promise<unknown>)[] = []
  const faults = {
    before: none,
    after: none,
    /** answered in place of the provider */
    instead: (_path: string): Response | undefined => undefined,
    /** whose time is over before it arrives */
    isLate: (_path: string): boolean => false,
    /** What was too late arrives now, in its order; nobody hears the answers. */
    arrive: async () => {
      for (const go of onTheWay.splice(0)) await go()
    },
    /** Each leg of each call is lost by this share, and one in twenty is the provider's own fault. */
    byChance: (chance: () => number, share: number) => {
      const lose = async () => {
        if (chance() < share) throw new Error('the line is dead')
      }
      const sorry = () => (chance() < 0.05 ? stripeError(500, { type: 'api_error', message: 'Sorry' }) : undefined)
      Object.assign(faults, { before: lose, after: lose, instead: sorry })
    },
    clear: () => Object.assign(faults, { before: none, after: none, instead: () => undefined, isLate: () => false }),
    wrap:
      (send: typeof fetch): typeof fetch =>
      async (url, init) => {
        const path = `${init?.method ?? 'GET'} ${new URL(String(url)).pathname.replace(/_[0-9a-f]{24}/g, '_…')}`
        await faults.before(path)
        if (faults.isLate(path)) {
          onTheWay.push(() => send(url, init))
          throw Object.assign(new Error('the time is over'), { code: 'ETIMEDOUT' })
        }
        const answer = faults.instead(path) ?? (await send(url, init))
        await faults.after(path)
        return answer
      },
  }
  return faults
}

/** A line that is dead for the paths that match. */
export const lostAt =
  (which: RegExp): Fault =>
  async path => {
    if (which.test(path)) throw new Error('the line is dead')
  }

type Faults = ReturnType<typeof createFaults>

const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
const answered = (status: number, error: object) => (which: RegExp) => ({
  instead: (path: string) => (which.test(path) ? stripeError(status, { message: 'Sorry', ...error }) : undefined),
})
const broken =
  (when: 'before' | 'after') =>
  (which: RegExp): Partial<Faults> => ({
    [when]: async (path: string) => {
      if (which.test(path)) throw reset()
    },
  })

/** What a provider and the line to it may do to the calls that match. */
export const troubles: [name: string, fault: (which: RegExp) => Partial<Faults>][] = [
  ['answers 500', answered(500, { type: 'api_error' })],
  ['answers 409', answered(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' })],
  ['answers 429', answered(429, { type: 'invalid_request_error', code: 'rate_limit' })],
  ['resets the line before it has heard', broken('before')],
  ['resets the line after it has done it', broken('after')],
  ['answers after our time-out', which => ({ isLate: path => which.test(path) })],
]

/** The id of a driver's card. */
export const cardOf = async (parkit: TestServer, token: string, last4: string): Promise<string> => {
  const { body } = await parkit.call(listMethods, {}, { token })
  return body.find(({ Last4 }) => Last4 === last4)!.Id
}
