// Who makes the request under way, as limits see one: an address block, and a device that signed in before. Whether he waits still.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KnownDevice } from './known-device.ts'

export type Requester = {
  /** empty for work that no caller's request makes */
  block: string
  /** null: this device has not signed in here before, or keeps no cookie */
  device: KnownDevice | null
  /** the solution of a proof of work, as it was sent */
  proof?: string | undefined
  /** of a request that only reads: aborted where the caller leaves before the whole answer was sent */
  gone?: AbortSignal | undefined
  /** it may change something: refused while no change can be confirmed */
  changes?: boolean | undefined
  /** how much longer it may wait for the database before 503 is answered; none: as long as each statement may take */
  leftMs?: number | undefined
}

const storage = new AsyncLocalStorage<Requester>()
const nobody: Requester = { block: '', device: null }

export const currentRequester = (): Requester => storage.getStore() ?? nobody

export const runFor = <Result>(requester: Requester, work: () => Result): Result => storage.run(requester, work)

/** For work that others may wait for as well: it goes on where this caller leaves. What it waits for is all the callers' time. */
export const runForSome = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const requester = currentRequester()
  const shared = { ...requester, gone: undefined }
  try {
    return await runFor(shared, work)
  } finally {
    if (requester.leftMs !== undefined) requester.leftMs = shared.leftMs
  }
}

/** The same for work that nobody's time limits. */
export const runForAll = <Result>(work: () => Result): Result =>
  runFor({ ...currentRequester(), gone: undefined, changes: undefined, leftMs: undefined }, work)

/** Nothing was sent, or it has not been answered: as pg says it. */
const silence = () => new Error('Query read timeout')

/** Rejects where `work` takes longer; what it comes to then is given to `onLate`. */
export const atMost = <Result>(
  work: Promise<Result>,
  ms: number,
  onLate: (result: Result) => void = () => {},
): Promise<Result> =>
  new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(silence())
    }, ms)
    work.then(result => (isLate ? onLate(result) : resolve(result)), reject).finally(() => clearTimeout(timer))
  })

/**
 * `ask` waits for the database, for as long as this request still may: `leftMs` answers that at any moment, undefined where nothing
 * limits it. Throws where the time has been used up.
 */
export const withinTime = async <Result>(
  ask: (leftMs: () => number | undefined) => Promise<Result>,
): Promise<Result> => {
  const requester = currentRequester()
  const { leftMs } = requester
  if (leftMs === undefined) return ask(() => undefined)
  if (leftMs <= 0) throw silence()
  const begun = performance.now()
  const waitedMs = () => performance.now() - begun
  try {
    // pg takes 0 for no limit
    return await ask(() => Math.max(1, leftMs - waitedMs()))
  } finally {
    // unless it was answered meanwhile: what goes on then is nobody's request
    if (requester.leftMs !== undefined) requester.leftMs -= waitedMs()
  }
}
