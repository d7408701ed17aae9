// Something changed: a row of `change` reaches the listeners of its own process after the commit, those of others at most two
// seconds later. Notifications only say that there is something to read; the read of each second needs none.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type ChangeRow, listenToOthers, notifyOthers, readChanges } from './change-store.ts'
import type { Log } from './log.ts'

/** Of `due` there is no row: a job of the kind `ref` is due. This process runs it; others read the table of jobs each second. */
export type Topic = 'session' | 'money' | 'zone' | 'rules' | 'override' | 'count' | 'sign_in' | 'chat' | 'desk' | 'due'
export type Change = { topic: Topic; zoneNumber: string | null; driverId: string | null; ref: string | null }
/** Null: changes may have been missed, so everything that is remembered must be read again. */
export type ChangeListener = (change: Change | null) => void

const pollMs = 1_000
/** how long topics are gathered for one notification */
const gatherMs = 5
/** From one notification to the next, and from one read to the next: each process wakes all others, at any load so often at most. */
const pauseMs = 100
/** the most of its time that a process reads: reads that a long transaction makes slow come less often */
const readShare = 0.1
const retryMs = 250
/** a read that is answered later is given up, with its connection */
const silenceMs = 5_000
/** change rows are deleted after two days */
const longestGapMs = 36 * 3_600_000
/** the code of the notices of change_tell and job_wake */
const noticeCode = 'PK002'

/** Passes on each change that transactions of these pools made, once its connection is released: after the commit. */
const followPool = (pool: pg.Pool, tell: (row: ChangeRow<Topic>, isAnswered: boolean) => void) => {
  // listeners read as nobody's request, whose time may be used up
  const outside = AsyncLocalStorage.snapshot()
  const noted = new WeakMap<pg.PoolClient, ChangeRow<Topic>[]>()
  pool.on('connect', client => {
    const rows: ChangeRow<Topic>[] = []
    noted.set(client, rows)
    client.on('notice', ({ code, message }) => {
      if (code === noticeCode) rows.push(JSON.parse(message!))
    })
  })
  // a rollback's too: what is read again for nothing harms nobody
  pool.on('release', (error, client) => {
    const rows = noted.get(client)?.splice(0) ?? []
    outside(() => {
      for (const row of rows) tell(row, !error)
    })
  })
}

/** The next read: when somebody notifies, or a second after the last one; not before the pause is over. */
const createAlarm = (stopped: AbortSignal) => {
  let woken = Promise.withResolvers<void>()
  return {
    wake: () => woken.resolve(),
    next: async (pauseMs: number): Promise<void> => {
      const over = new AbortController()
      const pause = (ms: number) =>
        wait(ms, undefined, { signal: AbortSignal.any([stopped, over.signal]), ref: false }).catch(() => {})
      await pause(pauseMs)
      await Promise.race([woken.promise, pause(Math.max(0, pollMs - pauseMs))])
      over.abort()
      // what wakes it from here on is read next time
      woken = Promise.withResolvers()
    },
  }
}

/**
 * Its own connection is opened for the first listener; `check` throws where it leads to no primary. `pools` make the transactions of
 * this process.
 */
export const createChanges = (
  config: pg.ClientConfig,
  check: (client: pg.Client) => Promise<void>,
  pools: pg.Pool[],
  log: Log,
) => {
  const listeners = new Map<Topic, Set<ChangeListener>>()
  const closing = new AbortController()
  const alarm = createAlarm(closing.signal)
  let client: pg.Client | null = null
  let following: Promise<{ ended: Promise<void> }> | null = null
  /** what the last read saw, of which database, and when it began */
  let last: { snapshot: string; epoch: string; atMs: number } | null = null
  /** transactions of this process that were told before they were read */
  const told = new Set<string>()

  const tell = (change: Change | null) => {
    const heard = change ? listeners.get(change.topic) : new Set([...listeners.values()].flatMap(some => [...some]))
    for (const listener of heard ?? []) {
      try {
        listener(change)
      } catch (error) {
        log('A change was not taken in', error)
      }
    }
  }

  /** A connection runs one statement at a time. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  const toSend = new Set<Topic>()
  let sentAtMs = -Infinity
  const send = async () => {
    await wait(Math.max(gatherMs, sentAtMs + pauseMs - performance.now()))
    await inTurn(async () => {
      sentAtMs = performance.now()
      const topics = [...toSend].join(' ')
      toSend.clear()
      if (client) await notifyOthers(client, topics)
    })
  }
  const sendSoon = (topic: Topic) => {
    if (!client) return
    // where it does not arrive, the others' next read finds it
    if (toSend.size === 0) send().catch(() => {})
    toSend.add(topic)
  }

  /** A commit that was not answered may be done later: then it is told once more. */
  const tellOwn = ([xid, topic, zoneNumber, driverId, ref]: ChangeRow<Topic>, isAnswered: boolean) => {
    tell({ topic, zoneNumber, driverId, ref })
    if (xid !== null && following && isAnswered) told.add(xid)
    if (topic !== 'due') sendSoon(topic)
  }
  for (const pool of pools) followPool(pool, tellOwn)

  const onNotification = (payload: string) => {
    if (payload.split(' ').some(topic => listeners.has(topic as Topic))) alarm.wake()
  }

  const read = async (db: pg.Client) => {
    const atMs = performance.now()
    const before = last
    const { epoch, snapshot, changes } = await inTurn(() => readChanges(db, before?.snapshot ?? null))
    last = { epoch, snapshot, atMs }
    if (!before) return
    if (!changes || epoch !== before.epoch || atMs - before.atMs > longestGapMs) return tell(null)
    for (const [xid, topic, zoneNumber, driverId, ref] of changes as ChangeRow<Topic>[])
      if (!told.has(xid!)) tell({ topic, zoneNumber, driverId, ref })
    const oldest = BigInt(snapshot.split(':')[0]!)
    for (const xid of told) if (BigInt(xid) < oldest) told.delete(xid)
  }

  const open = async (): Promise<pg.Client> => {
    const opened = new pg.Client({ ...config, query_timeout: silenceMs })
    opened.on('error', alarm.wake).on('end', alarm.wake)
    opened.on('notification', ({ payload, processId }) => {
      const { processID } = opened as unknown as { processID: number }
      if (processId !== processID) onNotification(payload ?? '')
    })
    try {
      await opened.connect()
      await check(opened)
      await listenToOthers(opened)
      await read(opened)
      return opened
    } catch (error) {
      opened.end().catch(() => {})
      throw error
    }
  }

  const follow = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        client ??= await open()
        const tookMs = performance.now() - last!.atMs
        await alarm.next(Math.max(pauseMs, tookMs / readShare))
        if (!closing.signal.aborted) await read(client)
      } catch (error) {
        if (client) log('The connection that reads changes was lost and is opened again', error)
        client?.end().catch(() => {})
        client = null
        await wait(retryMs, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    await client?.end()
    client = null
  }

  return {
    /** Resolves when every later change is heard; answers what ends it. */
    listen: async (topics: Topic[], listener: ChangeListener): Promise<() => void> => {
      following ??= open().then(
        opened => {
          client = opened
          return { ended: follow() }
        },
        error => {
          following = null
          throw error
        },
      )
      await following
      for (const topic of topics) listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
      return () => {
        for (const topic of topics) listeners.get(topic)?.delete(listener)
      }
    },
    /** How long ago the last read began that succeeded: all that was committed before it has been told. Null: none reads. */
    lagSeconds: (): number | null => last && (performance.now() - last.atMs) / 1_000,
    close: async (): Promise<void> => {
      closing.abort()
      await (await following?.catch(() => null))?.ended
    },
  }
}
export type Changes = ReturnType<typeof createChanges>
