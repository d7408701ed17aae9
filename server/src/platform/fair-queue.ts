// Work that a few may do at a time: known devices first, then one of each requester in turn; refused early where many wait.
import { Refusal } from './errors.ts'

type Waiting = { who: string; go: () => void }
type Limits = {
  /** at a time */
  running: number
  /** in each of the two queues, that of known devices and that of others */
  waiting: number
  /** of one requester */
  waitingEach: number
}

/** The one of the requester that was served longest ago, else of one that was not served yet. */
const takeNext = (queue: Waiting[], served: Map<string, number>): Waiting | undefined => {
  let next = queue[0]
  for (const one of queue) if ((served.get(one.who) ?? 0) < (served.get(next!.who) ?? 0)) next = one
  if (next) queue.splice(queue.indexOf(next), 1)
  return next
}

export const createFairQueue = (most: Limits) => {
  let running = 0
  let turn = 0
  const [known, others]: [Waiting[], Waiting[]] = [[], []]
  /** requester → its latest turn; empty while nobody waits */
  const served = new Map<string, number>()

  const startNext = () => {
    if (running >= most.running) return
    const next = takeNext(known, served) ?? takeNext(others, served)
    if (!next) return served.clear()
    running++
    served.set(next.who, ++turn)
    next.go()
  }

  /** Throws `unavailable` where too many wait already, of this requester or in all. */
  return async <Result>(who: string, isKnown: boolean, work: () => Promise<Result>): Promise<Result> => {
    const queue = isKnown ? known : others
    const isFull = queue.length >= most.waiting || queue.filter(one => one.who === who).length >= most.waitingEach
    if (isFull) throw new Refusal('unavailable', { retryAfterSeconds: 2 })
    await new Promise<void>(go => {
      queue.push({ who, go })
      startNext()
    })
    try {
      return await work()
    } finally {
      running--
      startNext()
    }
  }
}
