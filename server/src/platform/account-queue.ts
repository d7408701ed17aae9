// An account's paid calls, one after the other in this process and at a person's pace: a few wait, further ones are refused at once.
import { Refusal } from './errors.ts'
import { withinTime } from './requester.ts'

/** `atOnce` calls run without a pause, from then on one begins every `thenEveryMs`. */
export type Pace = { atOnce: number; thenEveryMs: number }

/** a driver's phones and tabs together never have more under way */
const mostWaiting = 20
/** a card provider may be slow: who waited this long is told to come back */
const waitMs = 10_000
/** of a request's time for the database, what is left for its own work: who would get less is refused before */
const workMs = 2_000
/** a family that parks all its cars at once does not notice it; a script would slow everybody's payments */
export const personalPace: Pace = { atOnce: 6, thenEveryMs: 400 }
const comeBack = () => new Refusal('too_many_requests', { retryAfterSeconds: 2 })

type Limits = { most?: number; limitMs?: number; pace?: Pace | null }
type Account = {
  /** whether a call runs, or a pause before the next one */
  isBusy: boolean
  /** who waits behind it */
  waiting: Set<() => void>
  /** when the pauses of all calls so far will have passed */
  pausedUntil: number
  /** with which it was refused */
  tokens: Set<string>
}

/** `pace`: none where nothing is limited. */
export const createAccountQueue = ({ most = mostWaiting, limitMs = waitMs, pace = null }: Limits = {}) => {
  const { atOnce, thenEveryMs } = pace ?? { atOnce: 1, thenEveryMs: 0 }
  const accounts = new Map<string, Account>()
  /** refused a moment ago */
  const byToken = new Map<string, Account>()

  const requireRoom = ({ waiting }: Account) => {
    if (waiting.size >= most) throw comeBack()
  }
  const waitFor = ({ waiting }: Account, leftMs: number) =>
    new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(
        () => {
          waiting.delete(go)
          reject(comeBack())
        },
        Math.min(limitMs, leftMs),
      )
      waiting.add(go)
    })

  /** Once its pauses have passed and nothing of it runs. */
  const forget = (name: string, account: Account) => {
    if (account.isBusy || accounts.get(name) !== account) return
    const leftMs = account.pausedUntil - performance.now()
    if (leftMs > 0) return void setTimeout(forget, leftMs, name, account).unref()
    accounts.delete(name)
    for (const token of account.tokens) byToken.delete(token)
  }
  const startNext = (name: string, account: Account) => {
    const [next] = account.waiting
    account.isBusy = next !== undefined
    if (!next) return forget(name, account)
    account.waiting.delete(next)
    next()
  }

  return {
    /** Throws `too_many_requests` where the token's account has no room, as far as that is known without looking it up. */
    refuseEarly: (token: string): void => {
      const account = byToken.get(token)
      if (account) requireRoom(account)
    },

    /** Throws `too_many_requests`; then nothing was done. */
    run: async <Result>(name: string, token: string, work: () => Promise<Result>): Promise<Result> => {
      const account = accounts.get(name) ?? { isBusy: false, waiting: new Set(), pausedUntil: 0, tokens: new Set() }
      accounts.set(name, account)
      if (account.isBusy) {
        byToken.set(token, account)
        account.tokens.add(token)
        requireRoom(account)
        await withinTime(leftMs => waitFor(account, (leftMs() ?? Infinity) - workMs))
      }
      account.isBusy = true
      account.pausedUntil = Math.max(account.pausedUntil, performance.now()) + thenEveryMs
      try {
        return await work()
      } finally {
        const pauseMs = account.pausedUntil - (atOnce - 1) * thenEveryMs - performance.now()
        if (pauseMs > 0) setTimeout(startNext, pauseMs, name, account)
        else startNext(name, account)
      }
    },
  }
}
export type AccountQueue = ReturnType<typeof createAccountQueue>
