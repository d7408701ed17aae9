// For tests: faults on the way to the card provider, and the cards of a driver by their last four.
import { listMethods } from '@parkit/contract/cards'
import type { TestServer } from '#testing.ts'

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
  const faults = {
    before: none,
    after: none,
    /** answered in place of the provider */
    instead: (_path: string): Response | undefined => undefined,
    /** Each leg of each call is lost by this share, and one in twenty is the provider's own fault. */
    byChance: (chance: () => number, share: number) => {
      const lose = async () => {
        if (chance() < share) throw new Error('the line is dead')
      }
      const sorry = () => (chance() < 0.05 ? stripeError(500, { type: 'api_error', message: 'Sorry' }) : undefined)
      Object.assign(faults, { before: lose, after: lose, instead: sorry })
    },
    clear: () => Object.assign(faults, { before: none, after: none, instead: () => undefined }),
    wrap:
      (send: typeof fetch): typeof fetch =>
      async (url, init) => {
        const path = `${init?.method ?? 'GET'} ${new URL(String(url)).pathname.replace(/_[0-9a-f]{24}/g, '_…')}`
        await faults.before(path)
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

/** The id of a driver's card. */
export const cardOf = async (parkit: TestServer, token: string, last4: string): Promise<string> => {
  const { body } = await parkit.call(listMethods, {}, { token })
  return body.find(({ Last4 }) => Last4 === last4)!.Id
}
