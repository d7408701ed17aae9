// Drivers as they come: work that falls due at a fixed rate, and what they read.
import * as places from '@parkit/contract/city/places'
import * as parking from '@parkit/contract/parking/sessions'
import type { Driver } from '../e2e/api.ts'

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/**
 * Work that falls due at a fixed rate whether or not the work before it is done, as drivers come: who is served late
 * counts from when he came. `work` gets that moment.
 */
export const arrive = async (
  { rate, workers, seconds }: { rate: number; workers: number; seconds: number },
  work: (worker: number, dueMs: number) => Promise<void>,
) => {
  const begin = performance.now()
  let next = 0
  const serve = async (worker: number) => {
    while (true) {
      const due = begin + (next++ / rate) * 1000
      if (due > begin + seconds * 1000) return
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      await work(worker, due)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => serve(worker)))
}

/** A place in the Loop. */
export const somewhere = () => `Latitude=${41.872 + Math.random() * 0.02}&Longitude=${-87.64 + Math.random() * 0.02}`

/** Half look for a place; the others look at a sign, their running session, or their past ones. */
export const anyRead = (zone: string): string => {
  const wish = Math.random()
  if (wish < 0.5) return `${places.find.path}?${somewhere()}`
  if (wish < 0.7) return places.zone.path.replace(':zone', zone)
  return wish < 0.9 ? parking.active.path : parking.sessions.path
}

export const bearer = ({ token }: Pick<Driver, 'token'>) => ({ authorization: `Bearer ${token}` })
