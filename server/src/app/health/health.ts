// Whether this process can be sent requests, and the numbers by which it is watched.
import { hash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import type { AppLog } from '#platform/log.ts'
import { createMetrics, type Labels } from '#platform/metrics.ts'
import { listMigrations } from '#platform/migrate.ts'
import { tracedFetch } from '#platform/spans.ts'
import { listApplied, listQueues, openWatch, type Queue, type Standing, selectStanding } from './store.ts'

type Deps = { config: Pick<Config, 'metricsToken' | 'sandbox'>; db: Database; clock: Clock; log: AppLog }

/** what is promised stands among them: 100 ms for a reading, 250 ms for money (docs/running.md) */
const secondsBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** what a load balancer waits for an answer, and some to spare */
const patienceMs = 2_000

const late = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database did not answer in time')), ms).unref()
  })

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const digest = (text: string) => hash('sha256', text, 'buffer')
const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream')

export const createHealth = ({ config, db, clock, log }: Deps) => {
  const watch = openWatch(db.connectionString)
  const metrics = createMetrics()
  const needed = listMigrations()
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()

  let stopping = false
  let migrated = false
  let queues: Queue[] = []
  let standing: Standing | null = null
  let books = { broken: 0, checkedAt: 0 }
  let differences = 0

  const requests = metrics.histogram(
    'parkit_request_duration_seconds',
    'Answered requests by route, from the first byte to the last; event streams are not among them.',
    secondsBounds,
  )
  const jobs = metrics.histogram('parkit_job_duration_seconds', 'Jobs done here, by kind and outcome.', secondsBounds)
  const asked = metrics.histogram(
    'parkit_provider_duration_seconds',
    'Questions to the card provider; 0: no answer.',
    secondsBounds,
  )
  const { gauge } = metrics
  gauge('parkit_sandbox', '1 where some outside service is a stand-in.', () => Number(config.sandbox))
  gauge('parkit_stopping', '1 while this process lets its requests end.', () => Number(stopping))
  gauge('parkit_database_up', '1 where the database answered this reading.', () => Number(standing !== null))
  const pool = [
    ['open', () => db.pool.totalCount - db.pool.idleCount],
    ['idle', () => db.pool.idleCount],
    ['waited_for', () => db.pool.waitingCount],
  ] as const
  gauge('parkit_pool_connections', 'This process’s database connections; waited_for: work that found none.', () =>
    pool.map(([state, count]) => [{ state }, count()]),
  )
  gauge('parkit_event_loop_delay_seconds', 'Delay of the event loop since the last reading.', () => {
    const read = [0.5, 0.99, 1].map(q => [{ quantile: `${q}` }, loop.percentile(q * 100) / 1e9] as [Labels, number])
    loop.reset()
    return read
  })
  gauge('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss())
  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  gauge('process_cpu_seconds_total', 'Processor time of this process.', cpuSeconds, 'counter')
  gauge('process_uptime_seconds', 'How long this process runs.', () => process.uptime())

  const byQueue = (read: (queue: Queue) => number) => () =>
    queues.map(queue => [{ kind: queue.kind }, read(queue)] as [Labels, number])
  gauge(
    'parkit_jobs_waiting',
    'Jobs that are due and not done, by kind, of all processes.',
    byQueue(q => q.waiting),
  )
  gauge(
    'parkit_jobs_retried',
    'Those of them that failed three times or more.',
    byQueue(q => q.retried),
  )
  gauge(
    'parkit_jobs_late_seconds',
    'How late the oldest of them is; of session-end: the sweep.',
    byQueue(q => q.late_seconds),
  )
  const stands = (read: (found: Standing) => number | null) => () => {
    const found = standing && read(standing)
    return found === null ? [] : ([[{}, found]] as [Labels, number][])
  }
  gauge(
    'parkit_outbox_messages',
    'E-mails and text messages to be sent.',
    stands(s => s.outbox),
  )
  gauge(
    'parkit_sessions_running',
    'Cars that are parked and paid.',
    stands(s => s.running_sessions),
  )
  gauge(
    'parkit_ledger_entries_total',
    'Movements of money there are.',
    stands(s => s.ledger_entries),
    'counter',
  )
  gauge(
    'parkit_charges_pending',
    'Card payments whose outcome is not known.',
    stands(s => s.pending_charges),
  )
  gauge(
    'parkit_charges_pending_seconds',
    'How old the oldest of them is.',
    stands(s => s.oldest_pending_seconds),
  )
  gauge(
    'parkit_webhook_silence_seconds',
    'Since the card provider’s last event.',
    stands(s => s.last_event_seconds),
  )
  gauge('parkit_books_broken', 'Standing checks of the money that did not hold, when last looked.', () => books.broken)
  gauge(
    'parkit_provider_differences',
    'What the books and the card provider’s own do not agree on, when this process last compared them.',
    () => differences,
  )
  const checked = (): [Labels, number][] => (books.checkedAt > 0 ? [[{}, books.checkedAt]] : [])
  gauge(
    'parkit_books_checked_seconds',
    'When they were last looked at, in Unix time; nothing before the first time.',
    checked,
  )

  let asking: Promise<string | null> | null = null
  const look = async () => {
    try {
      const applied = await Promise.race([listApplied(watch), late(patienceMs)])
      const done = new Map(applied.map(({ number, checksum }) => [number, checksum]))
      // a newer version may have gone ahead: this one serves beside it
      migrated ||= needed.every(({ number, checksum }) => done.get(number) === checksum)
      return migrated ? null : 'migrations missing'
    } catch {
      return 'database unreachable'
    }
  }

  return {
    /** Null where requests may come, else why not, for whoever operates it. However many ask at once, the database is asked once. */
    unready: async (): Promise<string | null> => {
      if (stopping) return 'stopping'
      asking ??= look().finally(() => {
        asking = null
      })
      return asking
    },

    /** From now on it is not ready, and its connections are asked to end. */
    beginStop: (): void => {
      stopping = true
    },
    isStopping: () => stopping,

    /** Whether this may be read: with METRICS_TOKEN; where none is set, from this machine alone and through no proxy. */
    mayRead: (request: FastifyRequest): boolean => {
      const { authorization = '', forwarded, 'x-forwarded-for': forwardedFor } = request.headers
      if (config.metricsToken) return timingSafeEqual(digest(authorization), digest(`Bearer ${config.metricsToken}`))
      return !forwarded && !forwardedFor && loopback.has(request.raw.socket.remoteAddress ?? '')
    },

    metrics: async (): Promise<string> => {
      const now = clock.now()
      try {
        const read = Promise.all([listQueues(watch, now), selectStanding(watch, now)])
        ;[queues, standing] = await Promise.race([read, late(patienceMs)])
      } catch {
        queues = []
        standing = null
      }
      return metrics.text()
    },

    noteAnswer: (request: FastifyRequest, reply: FastifyReply): void => {
      if (isStream(reply)) return
      const labels = {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: `${reply.statusCode}`,
      }
      requests(labels, reply.elapsedTime / 1_000)
    },
    noteJob: (kind: string, outcome: 'done' | 'failed', seconds: number): void => jobs({ kind, outcome }, seconds),
    /** Counts what the card provider is asked by it, under the request's name. */
    watchProvider: (send: typeof fetch): typeof fetch =>
      tracedFetch(send, (seconds, status, providerRequestId) => {
        asked({ provider: 'cards', status: `${status}` }, seconds)
        log.info({ status, ms: Math.round(seconds * 1_000), providerRequestId }, 'the card provider was asked')
      }),
    noteBooks: (broken: number): void => {
      books = { broken, checkedAt: Math.floor(clock.now().epochMilliseconds / 1_000) }
    },

    noteDifferences: (found: number): void => {
      differences = found
    },

    close: async (): Promise<void> => {
      loop.disable()
      await watch.end()
    },
  }
}
export type Health = ReturnType<typeof createHealth>
