// Whether this process can be sent requests, and what its metrics report.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import { findFreeBytes, leastFreeBytes } from '#platform/disk.ts'
import type { AppLog } from '#platform/log.ts'
import { isFromThisMachine } from '#platform/loopback.ts'
import { listMigrations } from '#platform/migrate.ts'
import { tracedFetch } from '#platform/spans.ts'
import { type Standbys, selectStandbys } from '#platform/standbys.ts'
import { createMetrics, type Readings } from './metrics.ts'
import { listApplied, listQueues, openWatch, selectStanding } from './store.ts'

type Deps = {
  config: Pick<Config, 'metricsToken' | 'sandbox' | 'isLocal' | 'databaseUrl' | 'dataDir'>
  db: Database
  clock: Clock
  log: AppLog
}

/** less than a load balancer waits for an answer */
const timeoutMs = 2_000

const late = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database did not answer in time')), ms).unref()
  })

const digest = (text: string) => hash('sha256', text, 'buffer')
const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream')

export const createHealth = ({ config, db, clock, log }: Deps) => {
  const watch = openWatch(db.connectionString)
  const needed = listMigrations()
  const readings: Readings = {
    stopping: false,
    queues: [],
    standing: null,
    books: { broken: 0, checkedAt: 0 },
    differences: 0,
    freeBytes: null,
    standbys: null,
  }
  const metrics = createMetrics({ config, db, readings })
  let migrated = false

  /** Says so once where commits have no standby that confirms them, and once more when they have one again. */
  const noteStandbys = ({ required, confirming }: Standbys) => {
    const before = readings.standbys
    readings.standbys = confirming
    const wasAlone = before === 0
    if (confirming === 0 && !wasAlone && (required || before !== null))
      log.error(
        required
          ? 'no standby confirms commits: whatever writes waits for one'
          : 'no standby confirms commits: should the primary be lost now, so are the latest payments',
      )
    if (confirming && wasAlone) log.warn('a standby confirms commits again')
  }

  let looking: Promise<string | null> | null = null
  const look = async () => {
    try {
      const free = await Promise.race([findFreeBytes(config), late(timeoutMs)])
      if (free !== null && free < leastFreeBytes) return 'disk full'
      const read = Promise.all([listApplied(watch), selectStandbys(watch)])
      const [applied, standbys] = await Promise.race([read, late(timeoutMs)])
      noteStandbys(standbys)
      const done = new Map(applied.map(({ number, checksum }) => [number, checksum]))
      // a newer version may have added migrations: this one serves beside it
      migrated ||= needed.every(({ number, checksum }) => done.get(number) === checksum)
      return migrated ? null : 'migrations missing'
    } catch {
      return 'database unreachable'
    }
  }

  return {
    /** Null when ready, else the reason. Simultaneous callers share one query. */
    unready: async (): Promise<string | null> => {
      if (readings.stopping) return 'stopping'
      looking ??= look().finally(() => {
        looking = null
      })
      return looking
    },

    /** From now on it is not ready, and answers close their connections. */
    beginStop: (): void => {
      readings.stopping = true
    },
    isStopping: () => readings.stopping,

    /** Whether this may be read: with METRICS_TOKEN; where none is set, on this machine alone and with no proxy in front. */
    mayRead: (request: FastifyRequest): boolean => {
      const { authorization = '' } = request.headers
      if (config.metricsToken) return timingSafeEqual(digest(authorization), digest(`Bearer ${config.metricsToken}`))
      return config.isLocal && isFromThisMachine(request)
    },

    metrics: async (): Promise<string> => {
      const now = clock.now()
      readings.freeBytes = await findFreeBytes(config)
      try {
        const read = Promise.all([listQueues(watch, now), selectStanding(watch, now), selectStandbys(watch)])
        const [queues, standing, standbys] = await Promise.race([read, late(timeoutMs)])
        Object.assign(readings, { queues, standing })
        noteStandbys(standbys)
      } catch {
        readings.queues = []
        readings.standing = null
      }
      return metrics.text()
    },

    noteAnswer: (request: FastifyRequest, reply: FastifyReply): void => {
      if (isStream(reply)) return
      const labels = {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      }
      metrics.requests.observe(labels, reply.elapsedTime / 1_000)
    },
    noteJob: (kind: string, outcome: 'done' | 'failed', seconds: number): void =>
      metrics.jobs.observe({ kind, outcome }, seconds),
    /** Wraps the fetch to the card provider: measures each call and logs it. */
    watchProvider: (send: typeof fetch): typeof fetch =>
      tracedFetch(send, (seconds, status, providerRequestId) => {
        metrics.providerCalls.observe({ provider: 'cards', status }, seconds)
        log.info({ status, ms: Math.round(seconds * 1_000), providerRequestId }, 'the card provider was asked')
      }),
    noteBooks: (broken: number): void => {
      readings.books = { broken, checkedAt: Math.floor(clock.now().epochMilliseconds / 1_000) }
    },

    noteDifferences: (found: number): void => {
      readings.differences = found
    },

    close: async (): Promise<void> => {
      metrics.close()
      await watch.end()
    },
  }
}
export type Health = ReturnType<typeof createHealth>
