// The metrics of this process and of the shared database, for Prometheus: labels have few values and identify nobody.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import type { Queue, Standing } from './store.ts'

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE

/** The promised response times are among them: 100 ms for a reading, 250 ms for money (docs/running.md). */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What a scrape reports as it was last read or noted; null or no queues: the database did not answer. */
export type Readings = {
  stopping: boolean
  queues: Queue[]
  standing: Standing | null
  books: { broken: number; checkedAt: number }
  differences: number
  /** on the embedded database's disk; null: there is none */
  freeBytes: number | null
  /** that confirm each commit; null: nobody may know */
  standbys: number | null
}

type Deps = { config: Pick<Config, 'sandbox'>; db: Database; readings: Readings }

export const createMetrics = ({ config, db, readings }: Deps) => {
  const registry = new Registry()
  const registers = [registry]
  // a timer would wake an idle process fifty times a second
  const loop = monitorEventLoopDelay({ samplePerIteration: true })
  loop.enable()

  /** One value, read at each scrape; null leaves the sample out. */
  const collectFrom = (read: () => number | null) =>
    function (this: Gauge | Counter) {
      const value = read()
      this.reset()
      if (value === null) this.remove()
      else this.inc(value)
    }
  const gauge = (name: string, help: string, read: () => number | null) =>
    new Gauge({ name, help, registers, collect: collectFrom(read) })
  const counter = (name: string, help: string, read: () => number | null) =>
    new Counter({ name, help, registers, collect: collectFrom(read) })
  /** One value for each value of `label`. */
  const gauges = (name: string, help: string, label: string, read: () => (readonly [string, number])[]) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames: [label],
      collect() {
        this.reset()
        for (const [value, sample] of read()) this.set({ [label]: value }, sample)
      },
    })
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, registers, buckets, labelNames })

  const requests = histogram(
    'parkit_request_duration_seconds',
    'Answered requests by route, from the first byte to the last; event streams are not among them.',
    ['method', 'route', 'status'],
  )
  const jobs = histogram('parkit_job_duration_seconds', 'Jobs done here, by kind and outcome.', ['kind', 'outcome'])
  const providerCalls = histogram(
    'parkit_provider_duration_seconds',
    'Requests to the card provider; status 0: no answer.',
    ['provider', 'status'],
  )

  gauge('parkit_sandbox', '1 where some outside service is a stand-in.', () => Number(config.sandbox))
  gauge('parkit_stopping', '1 while this process lets its requests end.', () => Number(readings.stopping))
  gauge('parkit_database_up', '1 where the database answered this scrape.', () => Number(readings.standing !== null))
  gauge('parkit_database_standbys', 'Standbys that confirm each commit.', () => readings.standbys)
  gauges(
    'parkit_pool_connections',
    'This process’s database connections; waited_for: work that found none.',
    'state',
    () => {
      const { open, idle, waiting } = db.connections()
      return [
        ['open', open - idle],
        ['idle', idle],
        ['waited_for', waiting],
      ]
    },
  )
  gauges('parkit_event_loop_delay_seconds', 'Delay of the event loop since the last scrape.', 'quantile', () => {
    const read = [0.5, 0.99, 1].map(q => [`${q}`, loop.percentile(q * 100) / 1e9] as const)
    loop.reset()
    return read
  })
  gauge('parkit_change_lag_seconds', 'Everything committed longer ago has been heard by this process.', () =>
    db.changes.lagSeconds(),
  )
  gauge('parkit_disk_free_bytes', 'Free on the disk of the embedded database.', () => readings.freeBytes)
  gauge('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss())
  counter('process_cpu_seconds_total', 'Processor time of this process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_uptime_seconds', 'How long this process has run.', () => process.uptime())

  const ofQueues = (read: (queue: Queue) => number) => () =>
    readings.queues.map(queue => [queue.kind, read(queue)] as const)
  gauges(
    'parkit_jobs_waiting',
    'Jobs that are due and not done, by kind, of all processes.',
    'kind',
    ofQueues(q => q.waiting),
  )
  gauges(
    'parkit_jobs_retried',
    'Those of them that failed three times or more.',
    'kind',
    ofQueues(q => q.retried),
  )
  gauges(
    'parkit_jobs_late_seconds',
    'How late the oldest of them is; of session-end: the sweep.',
    'kind',
    ofQueues(q => q.late_seconds),
  )

  const standing = (field: keyof Standing) => () => readings.standing?.[field] ?? null
  gauge('parkit_outbox_messages', 'E-mails and text messages to be sent.', standing('outbox'))
  gauge('parkit_sessions_running', 'Cars that are parked and paid.', standing('running_sessions'))
  counter('parkit_ledger_entries_total', 'Movements of money there are.', standing('ledger_entries'))
  gauge('parkit_charges_pending', 'Card payments whose outcome is not known.', standing('pending_charges'))
  gauge('parkit_charges_pending_seconds', 'How old the oldest of them is.', standing('oldest_pending_seconds'))
  gauge('parkit_webhook_silence_seconds', 'Since the card provider’s last event.', standing('last_event_seconds'))
  gauge(
    'parkit_feeds_silent',
    'Feeds of places and counts that brought nothing new for too long.',
    standing('silent_feeds'),
  )
  gauge(
    'parkit_books_broken',
    'Standing checks of the money that did not hold, when last checked.',
    () => readings.books.broken,
  )
  gauge(
    'parkit_provider_differences',
    'Differences between the books and the card provider’s records, when this process last compared them.',
    () => readings.differences,
  )
  gauge(
    'parkit_books_checked_seconds',
    'When the books were last checked, in Unix time; nothing before the first time.',
    () => readings.books.checkedAt || null,
  )

  return { requests, jobs, providerCalls, text: () => registry.metrics(), close: () => loop.disable() }
}
