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
}

const storage = new AsyncLocalStorage<Requester>()
const nobody: Requester = { block: '', device: null }

export const currentRequester = (): Requester => storage.getStore() ?? nobody

export const runFor = <Result>(requester: Requester, work: () => Result): Result => storage.run(requester, work)

/** For work that others may wait for as well: it goes on where this caller leaves. */
export const runForAll = <Result>(work: () => Result): Result =>
  runFor({ ...currentRequester(), gone: undefined }, work)
