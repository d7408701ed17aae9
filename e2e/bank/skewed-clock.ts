// Loaded before the server (`node --import`): offsets its clock by a file's value, reread on SIGUSR2.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { signal } from './processes.ts'

const variable = 'PARKIT_BANK_CLOCK'

const file = process.env[variable]
if (file) {
  const real = Date.now
  let aheadMs = 0
  const read = () => {
    aheadMs = Number(readFileSync(file, 'utf8'))
  }
  read()
  process.on('SIGUSR2', read)
  Date.now = () => real() + aheadMs
}

/** Behind the furthest it ever was; what is judged by the clock's own stamps is judged with this grace. */
export const mostBackMs = 60_000

/** Set forward, at this moment of its own. */
export type Leap = { fromMs: number; byMs: number }

type ServerClock = {
  /** for the server's environment */
  env: Record<string, string>
  now(): Temporal.Instant
  /** in their order */
  leaps: readonly Leap[]
  /** the servers take it on at once; back by `mostBackMs` in all at most */
  shift(byMs: number, pids: number[]): void
}

/** A clock for servers that use `dataDir`, which stands at `startsAt` now. */
export const createServerClock = (dataDir: string, startsAt: Temporal.Instant): ServerClock => {
  const path = join(dataDir, 'clock')
  let aheadMs = startsAt.epochMilliseconds - Temporal.Now.instant().epochMilliseconds
  let furthestMs = aheadMs
  const leaps: Leap[] = []
  const write = () => writeFileSync(path, String(aheadMs))
  write()
  const now = () => Temporal.Now.instant().add({ milliseconds: aheadMs })
  return {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(import.meta.filename)}`, [variable]: path },
    now,
    leaps,
    shift: (byMs, pids) => {
      if (byMs > 0) leaps.push({ fromMs: now().epochMilliseconds, byMs })
      aheadMs = Math.max(aheadMs + byMs, furthestMs - mostBackMs)
      furthestMs = Math.max(furthestMs, aheadMs)
      write()
      signal(pids, 'SIGUSR2')
    },
  }
}
