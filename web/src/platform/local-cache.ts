// Server answers and unsent forms cached in local storage, for the time without a connection; removed with the driver's other data.
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CallError } from './client.ts'
import { now } from './clock.ts'

type Cached<T> = { atMs: number; value: T }

const keyOf = (name: string) => `kept.${name}`

function find<T>(name: string): Cached<T> | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Cached<T> | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Returns `value`. */
export function writeCache<T>(name: string, value: T): T {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ atMs: now(), value } satisfies Cached<T>))
  } catch {
    // a full or refused storage only costs the view while offline
  }
  return value
}

export const removeCached = (name: string): void => localStorage.removeItem(keyOf(name))

/** After an error: a cached answer, of another version for example, may be one that a screen cannot render. */
export function clearCache(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(keyOf(''))) localStorage.removeItem(name)
}

export const readCache = <T>(name: string): T | undefined => find<T>(name)?.value

/** When it was cached, in epoch milliseconds. */
export const cachedAtMs = (name: string): number | undefined => find(name)?.atMs

/** Shows the cached answer until the server has answered, and after that if no answer comes; a refusal is shown. */
export function useCachedQuery<T>(name: string, query: UseQueryOptions<T>): UseQueryResult<T> {
  const placeholderData = (() => readCache<T>(name)) as never
  const read = useQuery({ ...query, placeholderData })
  const lost = read.error instanceof CallError && read.error.status === 0
  const last = read.data === undefined && lost ? readCache<T>(name) : undefined
  return last === undefined
    ? read
    : ({ ...read, data: last, isError: false, isSuccess: true, isPending: false } as UseQueryResult<T>)
}
