// Builds ParkIt: outside services, features, jobs and routes, on a database and a clock that are handed in. Opens no port.
import { join } from 'node:path'
import { createHealth } from '#app/health/health.ts'
import type { CitySource } from '#city/bundled/bundled.ts'
import { retentionHandlers } from '#driver/account/account.ts'
import { createReconciliation, noteCardKeys, webhookPath } from '#money/cards/cards.ts'
import { brokenBooks, checkBooks } from '#money/ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import { createJobs } from '#platform/jobs.ts'
import { type AppLog, createLog } from '#platform/log.ts'
import { sendMessages } from '#platform/outbox.ts'
import { partitionJobs } from '#platform/partitions.ts'
import { createOccupancyFeed } from '#sandbox/occupancy-feed.ts'
import { createFeatures, type UsualAt } from './features.ts'
import { createHttpServer } from './http-server.ts'
import { createCardProvider, createSenders } from './providers.ts'
import { mountRoutes } from './routes.ts'

type Platform = {
  config: Config
  db: Database
  clock: Clock
  city: CitySource
  /** none: the sandbox counts no cars, and forecasts nothing before it has learned */
  usualAt?: UsualAt
  /** tests inject faults into calls to the card provider */
  cardFetch?: (send: typeof fetch) => typeof fetch
  /** validates every answer by its schema: for tests */
  checkAnswers?: boolean
  log?: AppLog
}

/** calls the sandbox's card provider takes, as many as Stripe's live mode does */
const sandboxCallsPerSecond = 100

export const buildApp = async (platform: Platform) => {
  const { config, db, clock, city, usualAt, cardFetch = send => send, checkAnswers = false } = platform
  const { log = createLog(config.logLevel) } = platform
  const web = join(import.meta.dirname, '../../../web/dist')
  const app = await createHttpServer({ config, log, web })
  const health = createHealth({ config, db, clock, log })

  const senders = createSenders({ db, config })
  const { provider, sandbox: sandboxStripe } = createCardProvider({
    db,
    clock,
    config,
    callsPerSecond: config.rateLimit ? sandboxCallsPerSecond : null,
    wrapFetch: send => health.watchProvider(cardFetch(send)),
  })
  await noteCardKeys(db, provider, log)
  const features = await createFeatures({ db, clock, config, log, provider, sendMail: senders.mail, city, usualAt })
  const { parking, notices, support, places, maps } = features
  app.addHook('onClose', places.stop)
  app.addHook('onClose', async () => maps.stop())

  /** The sandbox's events arrive over the same route as Stripe's. */
  const sendWebhook = async (payload: string, signature: string) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await app.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode
  }

  const jobs = createJobs({
    db,
    clock,
    log: (message, error) => log.error({ err: error }, message),
    watch: health.noteJob,
    // kinds run in this order: sessions end before notices of them are checked
    batches: { 'session-end': parking.endSessions, ...notices.batches },
    handlers: {
      ...notices.handlers,
      ...features.closures.handlers,
      ...support.handlers,
      ...features.vehicles.handlers,
      ...features.dataExport.handlers,
      ...retentionHandlers,
    },
    // likewise: automatic extensions, then money, then messages
    outside: {
      ...features.closures.jobs,
      ...features.automatic.jobs,
      ...features.cards.jobs,
      ...createReconciliation({ db, clock, provider, log, note: health.noteDifferences }),
      ...features.subscription.jobs,
      ...features.refunds.jobs,
      ...features.topUps.jobs,
      ...sendMessages(db, senders),
      ...features.ownData.jobs,
      ...support.jobs,
      ...notices.jobs,
      ...(sandboxStripe && {
        ...sandboxStripe.jobs,
        'sandbox-webhook': (eventId: string) => sandboxStripe.deliver(eventId, sendWebhook),
      }),
      ...features.dataExport.jobs,
      ...features.feeds.jobs,
      ...partitionJobs(db),
    },
    most: { ...features.dataExport.most, ...features.feeds.most },
  })

  /** the sandbox's stand-in for the operators' counters */
  const feed =
    config.sandbox && usualAt
      ? createOccupancyFeed({ city: city.code, places, clock, usualAt, countRunningSince: parking.countRunningNow })
      : null

  await mountRoutes(app, { config, db, clock, features, health, sandboxStripe, web, checkAnswers })
  const books = () => brokenBooks(db.pool)
  const wholeBooks = {
    standbyUrl: config.booksDatabaseUrl,
    log: (message: string, error?: unknown) => app.log.error({ err: error }, message),
  }
  const checkAllBooks = () => checkBooks(db.pool, clock.now(), wholeBooks)
  return { app, jobs, feed, health, db, features, books, checkBooks: checkAllBooks }
}
export type ParkIt = Awaited<ReturnType<typeof buildApp>>
