// Requests take turns: of one address block, and of one token, one begins in each turn of the event loop, so that a burst delays others by one of its requests.
import { setImmediate } from 'node:timers'

type Waiting = { token: string | undefined; begin: () => void }

/** `nextTurn`: runs something after what is due now. */
export const createTurns = (nextTurn: (work: () => void) => void = setImmediate) => {
  /** the blocks and tokens whose turn this was already */
  const had = new Set<string>()
  const waiting = new Map<string, Waiting[]>()
  let isScheduled = false

  const start = (block: string, { token, begin }: Waiting) => {
    had.add(block)
    if (token) had.add(token)
    if (!isScheduled) nextTurn(turn)
    isScheduled = true
    begin()
  }
  const isFree = ({ token }: Waiting) => token === undefined || !had.has(token)

  const turn = () => {
    isScheduled = false
    had.clear()
    for (const [block, queue] of waiting) {
      const first = queue.findIndex(isFree)
      if (first < 0) continue
      const [next] = queue.splice(first, 1)
      if (queue.length === 0) waiting.delete(block)
      start(block, next!)
    }
  }

  /** Calls `begin` now or in one of the next turns. */
  return (block: string, token: string | undefined, begin: () => void): void => {
    const one = { token, begin }
    const queue = waiting.get(block)
    if (queue) queue.push(one)
    else if (had.has(block) || !isFree(one)) waiting.set(block, [one])
    else start(block, one)
  }
}
