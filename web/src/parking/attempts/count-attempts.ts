// How many presses were made offline, with those that are over.
import { listStored } from './attempt-queue.ts'
import { listReported } from './attempt-reports.ts'

/** On this device or, where the server answers, on any. */
export async function countAttempts(memberId: string): Promise<number> {
  const stored = await listStored(memberId).catch(() => [])
  return stored.length || (await listReported(AbortSignal.timeout(10_000))).length
}
