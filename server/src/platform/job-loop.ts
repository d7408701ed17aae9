// The loop that runs jobs as they fall due: woken by what this process schedules, by the clock, and each second by itself.
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Database } from './db.ts'
import type { createJobRunner } from './job-runner.ts'
import { findDue } from './job-store.ts'
import type { Log } from './log.ts'

const pollMs = 1_000
/** what is due is being done by another server: when to look again */
const busyElsewhereMs = 100
/** how long what falls due is gathered: of many servers that know when, the first does it and few others ask for it */
const gatherMs = 40

/**
 * Which kinds to look at, and when. A look at one kind reads past what was done of it lately, so all are looked at each
 * second, and those that something fell due of at once.
 */
const createAgenda = (kinds: string[]) => {
  const marked = new Set<string>()
  /** when the first job of a kind falls due, of those looked at */
  const firstAt = new Map<string, number>()
  let allAt = 0
  let wake = () => {}
  const mark = (some: string[]) => {
    for (const kind of some) marked.add(kind)
    if (some.length > 0) wake()
  }
  return {
    mark,
    markAll: () => {
      allAt = 0
    },
    markIn: (kind: string, ms: number) => firstAt.set(kind, performance.now() + ms),
    /** Resolves when the next one is marked. */
    nextMark: () =>
      new Promise<void>(resolve => {
        wake = resolve
      }),
    /** In how long something is to be looked at that nobody marks. */
    nextMs: () => Math.min(allAt, ...firstAt.values()) - performance.now(),
    /** Those to look at now. One that is running is marked again when it ends. */
    take: (isRunning: (kind: string) => boolean): string[] => {
      const nowMs = performance.now()
      if (nowMs >= allAt) {
        for (const kind of kinds) marked.add(kind)
        allAt = nowMs + pollMs
      }
      for (const [kind, ms] of firstAt) if (ms <= nowMs) marked.add(kind)
      const taken = kinds.filter(kind => marked.has(kind) && !isRunning(kind))
      marked.clear()
      for (const kind of taken) firstAt.delete(kind)
      return taken
    },
  }
}

type Deps = { db: Database; clock: Clock; kinds: string[]; runKind: ReturnType<typeof createJobRunner>; log: Log }

export const createJobLoop = ({ db, clock, kinds, runKind, log }: Deps) => {
  let stopping = new AbortController()
  let ended: Promise<void> = Promise.resolve()
  const isStopped = () => stopping.signal.aborted
  const pause = (ms: number, ...ends: AbortSignal[]) =>
    wait(ms, undefined, { signal: AbortSignal.any([stopping.signal, ...ends]) }).catch(() => {})

  const run = async () => {
    const agenda = createAgenda(kinds)
    const running = new Map<string, Promise<void>>()
    const listening = db.changes
      .listen(['due'], change => agenda.mark(change ? kinds.filter(kind => kind === change.ref) : kinds))
      .catch(error => log('Jobs are not woken by who schedules them', error))

    /** Each kind by itself: mail that goes out slowly keeps no session from being extended. */
    const start = async (kind: string) => {
      try {
        if ((await runKind(kind, clock, isStopped)) === 0) await pause(busyElsewhereMs)
      } catch (error) {
        log(`Jobs of ${kind} could not run and are tried again`, error)
        await pause(pollMs)
      }
      running.delete(kind)
      agenda.mark([kind])
    }

    while (!isStopped()) {
      const marked = agenda.nextMark()
      const pauseEnd = new AbortController()
      try {
        const idle = agenda.take(kind => running.has(kind))
        const { due, later } = db.isStalled() ? { due: [], later: [] } : await findDue(db.pool, idle, clock.now())
        for (const kind of due) running.set(kind, start(kind))
        for (const { kind, inMs } of later) agenda.markIn(kind, inMs)
        await Promise.race([marked, pause(Math.max(Math.ceil(agenda.nextMs()), 1), pauseEnd.signal)])
        await pause(Math.random() * gatherMs)
      } catch (error) {
        log('Jobs could not run and are tried again', error)
        agenda.markAll()
        await pause(pollMs)
      }
      pauseEnd.abort()
    }
    await Promise.all(running.values())
    ;(await listening)?.()
  }

  return {
    start: (): void => {
      stopping = new AbortController()
      ended = run()
    },
    stop: (): Promise<void> => {
      stopping.abort()
      return ended
    },
  }
}
