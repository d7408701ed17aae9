// What this device keeps of the server's answers, for the time without a signal; it goes with everything of the driver.
import { now } from './clock.ts'

type Kept<T> = { atMs: number; value: T }

const keyOf = (name: string) => `kept.${name}`

function find<T>(name: string): Kept<T> | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Kept<T> | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Answers `value`, kept under `name` in place of the one before. */
export function keep<T>(name: string, value: T): T {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ atMs: now(), value } satisfies Kept<T>))
  } catch {
    // a full or refused storage only costs the view without a signal
  }
  return value
}

export const findKept = <T>(name: string): T | undefined => find<T>(name)?.value

/** Epoch milliseconds of the answer that is kept; none where nothing is. */
export const keptAtMs = (name: string): number | undefined => find(name)?.atMs

/** For a read: shown until the server has answered, whatever its age. */
export const fromKept = <T>(name: string) => ({
  initialData: () => findKept<T>(name),
  initialDataUpdatedAt: 0,
})
