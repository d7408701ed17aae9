// What this device keeps of the server's answers, for the time without a signal, and of a form not sent yet; it goes with everything of the driver.
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CallError } from './client.ts'
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
export function writeCache<T>(name: string, value: T): T {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ atMs: now(), value } satisfies Kept<T>))
  } catch {
    // a full or refused storage only costs the view without a signal
  }
  return value
}

export const removeCached = (name: string): void => localStorage.removeItem(keyOf(name))

/** What is kept may be what a screen cannot draw, an answer of another version say: then it must not meet it again. */
export function clearCache(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(keyOf(''))) localStorage.removeItem(name)
}

export const readCache = <T>(name: string): T | undefined => find<T>(name)?.value

/** Epoch milliseconds of the answer that is kept; none where nothing is. */
export const cachedAtMs = (name: string): number | undefined => find(name)?.atMs

/** For a read: shown until the server has answered, and on where no answer comes; a clear no is shown as one. */
export function useCachedQuery<T>(name: string, query: UseQueryOptions<T>): UseQueryResult<T> {
  const placeholderData = (() => readCache<T>(name)) as never
  const read = useQuery({ ...query, placeholderData })
  const lost = read.error instanceof CallError && read.error.status === 0
  const last = read.data === undefined && lost ? readCache<T>(name) : undefined
  return last === undefined
    ? read
    : ({ ...read, data: last, isError: false, isSuccess: true, isPending: false } as UseQueryResult<T>)
}
