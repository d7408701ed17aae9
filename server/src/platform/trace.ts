// The trace of a request: carried through its work, its jobs, its log and its outgoing calls.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

export type Trace = {
  requestId: string
  /** as W3C writes it, where the caller gave one: the id of the whole, of the part, and flags */
  traceparent?: string
}

const storage = new AsyncLocalStorage<Trace>()

/** None outside of a request and a job. */
export const currentTrace = (): Trace | undefined => storage.getStore()

export const traced = <Result>(trace: Trace, work: () => Result): Result => storage.run(trace, work)

const idPattern = /^[A-Za-z0-9_.-]{8,64}$/
const parentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

type Given = string | string[] | undefined

/** What the caller named it, where it is well-formed, else a name of our own. */
export const traceOf = (headers: Record<string, Given>): Trace => {
  const { 'x-request-id': id, traceparent } = headers
  return {
    requestId: typeof id === 'string' && idPattern.test(id) ? id : randomUUID(),
    ...(typeof traceparent === 'string' && parentPattern.test(traceparent) && { traceparent }),
  }
}

/** A job goes on under the name of the request that scheduled it. */
export const traceOfJob = (requestId: string | null): Trace => ({ requestId: requestId ?? `job-${randomUUID()}` })
