// Starts ParkIt: configuration, database, migrations, server, jobs; ends cleanly on SIGTERM. `main.ts` is the program.
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '#app/app.ts'
import { daysRunningOut } from '#city/rules/rules.ts'
import { chicago, usualAt } from '#city/sources/chicago/chicago.ts'
import { startRetention } from '#driver/account/account.ts'
import { findStripeProblems, startReconciliation } from '#money/cards/cards.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { migrate } from '#platform/migrate.ts'
import { startPartitions } from '#platform/partitions.ts'
import { startPostgres } from '#platform/postgres.ts'
import { beginSpans } from '#platform/spans.ts'

/** limit of requests and jobs that still run after the drain */
const finishMs = 25_000
const booksEveryMs = 60 * 60 * 1000

try {
  const config = readConfig(process.env)
  const postgres = config.databaseUrl ? null : await startPostgres({ dataDir: config.dataDir })
  const connectionString = config.databaseUrl ?? postgres!.connectionString
  const sessionString = config.databaseSessionUrl ?? connectionString
  await migrate({ connectionString: sessionString, cardKeys: cardKeysOf(config.stripe) })
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  const endSpans = config.spans ? await beginSpans(message => log.warn(message)) : null
  const db = openDatabase({
    connectionString,
    sessionString,
    poolSize: 20,
    log: (message, error) => log.error({ err: error }, message),
  })
  for (const warning of await daysRunningOut(db.pool, systemClock.now())) log.warn(warning)
  const { app, jobs, feed, health, checkBooks } = await buildApp({
    config,
    db,
    clock: systemClock,
    city: chicago(),
    usualAt,
    log,
  })

  const logError = (error: unknown) => app.log.error(error)
  const stopFeed = await feed?.start(logError)
  const runChecks = () =>
    checkBooks().then(broken => {
      health.noteBooks(broken.length)
      if (broken.length > 0) app.log.error({ broken }, 'the books do not hold')
    }, logError)
  setInterval(runChecks, booksEveryMs).unref()

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    health.beginStop()
    // another server takes over the rest: a job's lease ends, a payment is looked up, an embedded PostgreSQL stops
    setTimeout(() => process.exit(1), config.drainSeconds * 1_000 + finishMs).unref()
    // it still answers: load balancers need time to see /readyz fail, and the sandbox's webhooks arrive over this server
    await Promise.all([wait(config.drainSeconds * 1_000), jobs.stop(), stopFeed?.()])
    await app.close()
    await db.close()
    await postgres?.stop()
    await endSpans?.()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const address = await app.listen({ host: config.host, port: config.port })
  await startRetention(db.pool, systemClock.now())
  startPartitions(db.pool, systemClock.now()).catch(logError)
  await startReconciliation(db.pool, systemClock.now())
  jobs.start()
  console.log(`ParkIt is ready at ${address}`)
  if (config.stripe)
    findStripeProblems({ stripe: config.stripe, publicUrl: config.publicUrl }).then(
      problems => problems.map(problem => log.error(problem)),
      error => log.warn({ err: error }, 'Stripe did not answer: its settings are not checked'),
    )
} catch (error) {
  console.error(error instanceof ConfigError ? `ParkIt can’t start:\n${error.message}` : error)
  process.exit(1)
}
