// An account's paid calls, one after the other in this process: a few wait, further ones are refused at once.
import { Refusal } from './errors.ts'

/** a driver's phones and tabs together never have more under way */
const mostWaiting = 20
/** a card provider may be slow: who waited this long is told to come back */
const waitMs = 10_000
const comeBack = () => new Refusal('too_many_requests', { retryAfterSeconds: 2 })

export const createAccountQueue = ({ most = mostWaiting, limitMs = waitMs } = {}) => {
  /** By account: who waits behind the call that runs. */
  const queues = new Map<string, Set<() => void>>()

  const myTurn = (waiting: Set<() => void>) => {
    if (waiting.size >= most) throw comeBack()
    return new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(go)
        reject(comeBack())
      }, limitMs)
      waiting.add(go)
    })
  }

  /** Throws `too_many_requests`; then nothing was done. */
  return async <Result>(account: string, work: () => Promise<Result>): Promise<Result> => {
    const waiting = queues.get(account)
    if (waiting) await myTurn(waiting)
    else queues.set(account, new Set())
    try {
      return await work()
    } finally {
      const behind = queues.get(account)!
      const [next] = behind
      if (next) {
        behind.delete(next)
        next()
      } else queues.delete(account)
    }
  }
}
export type AccountQueue = ReturnType<typeof createAccountQueue>
