// Builds the server: the platform, the features in the order they lean on each other, then their routes. Opens no port.
import { join } from 'node:path'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { createHealth } from '#app/health/health.ts'
import { mountHealth } from '#app/health/routes.ts'
import { createOperator } from '#city/operators/operators.ts'
import { mountOperator } from '#city/operators/routes.ts'
import { createPlaces, type Place, type Source } from '#city/places/places.ts'
import { mountPlaces } from '#city/places/routes.ts'
import { createAccount, createSignedIn } from '#driver/account/account.ts'
import { createOwnData } from '#driver/account/own-data.ts'
import { createPhoto } from '#driver/account/photo.ts'
import { mountPhoto } from '#driver/account/photo-routes.ts'
import { createProfile } from '#driver/account/profile.ts'
import { mountOwnData, mountProfile } from '#driver/account/profile-routes.ts'
import { retentionHandlers } from '#driver/account/retention.ts'
import { mountAccount } from '#driver/account/routes.ts'
import { createOptions } from '#driver/options/options.ts'
import { mountVehicles } from '#driver/vehicles/routes.ts'
import { createVehicles } from '#driver/vehicles/vehicles.ts'
import { createNotices } from '#messaging/notices/notices.ts'
import { mountNotices } from '#messaging/notices/routes.ts'
import { createCards, createReconciliation, createStripe } from '#money/cards/cards.ts'
import { mountCards, mountWebhook, webhookPath } from '#money/cards/routes.ts'
import { createDisputes } from '#money/disputes/disputes.ts'
import { brokenBooks } from '#money/ledger/ledger.ts'
import { createRefunds } from '#money/refunds/refunds.ts'
import { mountRefunds } from '#money/refunds/routes.ts'
import { mountSubscription } from '#money/subscription/routes.ts'
import { createSubscription } from '#money/subscription/subscription.ts'
import { mountTopUps } from '#money/topup/routes.ts'
import { createTopUpSettings, createTopUps } from '#money/topup/topup.ts'
import { mountWallet } from '#money/wallet/routes.ts'
import { createWallet } from '#money/wallet/wallet.ts'
import { createAttempts } from '#parking/attempts/attempts.ts'
import { mountAttempts } from '#parking/attempts/routes.ts'
import { createAutomatic } from '#parking/automatic/automatic.ts'
import { mountAutomatic } from '#parking/automatic/routes.ts'
import { mountParking } from '#parking/sessions/routes.ts'
import { createParking } from '#parking/sessions/sessions.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import { answerError, mounter, speakContract, traceRequests } from '#platform/http.ts'
import { createJobs } from '#platform/jobs.ts'
import { type AppLog, createLog } from '#platform/log.ts'
import { openApi } from '#platform/openapi.ts'
import { createPace } from '#platform/pace.ts'
import { type Foreign, securityHeaders } from '#platform/security-headers.ts'
import { mountSecurityText } from '#platform/security-txt.ts'
import { inlineStyles, serveWeb } from '#platform/web.ts'
import { createOccupancyFeed } from '#sandbox/occupancy-feed.ts'
import { mountOutbox, outboxStyle } from '#sandbox/outbox-routes.ts'
import { createSandboxStripe } from '#sandbox/stripe.ts'
import { mountSandboxStripe } from '#sandbox/stripe-routes.ts'
import { createDesk } from '#staff/desk/desk.ts'
import { mountDesk } from '#staff/desk/routes.ts'
import { mountChat } from '#support/chat/chat-routes.ts'
import { mountSupport } from '#support/support/routes.ts'
import { createSupport } from '#support/support/support.ts'

type Platform = {
  config: Config
  db: Database
  clock: Clock
  city: Source
  /** share of a place's spaces that is usually taken, 0 to 1; none: nothing is forecast */
  usualAt?: (place: Place, at: Temporal.Instant) => number
  /** tests put faults on the way to the card provider */
  cardFetch?: (send: typeof fetch) => typeof fetch
  /** holds every answer against its schema: for tests */
  checkAnswers?: boolean
  log?: AppLog
}

const limits = {
  /** a call's body; pictures and attachments set their own */
  bodyBytes: 64 * 1024,
  /** from the request's first byte to its last: a file of 10 MB over a phone's line */
  requestMs: 60_000,
  /** calls an address may make in a minute, where the call names no limit of its own */
  callsPerMinute: 1_200,
  /** calls an account may make in a minute, from however many addresses */
  accountCallsPerMinute: 600,
  /** calls the sandbox card provider takes, as many as Stripe's live mode does */
  sandboxCallsPerSecond: 100,
}

/** Where Stripe's own script runs, loads from and asks. */
const stripeHosts: Foreign = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

export const buildApp = async (platform: Platform) => {
  const { config, db, clock, city, usualAt, cardFetch = send => send, checkAnswers = false } = platform
  const { log = createLog(config.logLevel) } = platform
  // foreign hosts nowhere where the sandbox stands in
  const web = join(import.meta.dirname, '../../../web/dist')
  const sendHeaders = securityHeaders(config.stripe ? stripeHosts : { script: [], frame: [], connect: [] }, [
    ...inlineStyles(web),
    ...(config.sandbox ? [outboxStyle] : []),
  ])
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // the log knows itself which request a line belongs to
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    // what comes while it stops is answered, for it was promised that somebody listens
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    trustProxy: config.proxies.length > 0 ? config.proxies : false,
    // no hook runs for an address that can't be read
    frameworkErrors: (error, request, reply) => {
      sendHeaders(request, reply)
      return answerError(error, request, reply)
    },
  })
  app.decorateRequest('caller', null)
  traceRequests(app)
  speakContract(app)
  app.addHook('onRequest', (request, reply, done) => {
    sendHeaders(request, reply)
    done()
  })
  if (config.rateLimit) await app.register(rateLimit, { max: limits.callsPerMinute, timeWindow: 60_000 })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(formbody)
  await openApi(app)

  const health = createHealth({ config, db, clock, log })

  // features; the two that lean on each other are handed a function for the way back
  const vehicles = createVehicles({ db, isParked: (tx, id) => parking.isParked(tx, id, clock.now()) })
  const options = createOptions({ db })
  const hasCard = async (driverId: string) => (await cards.listMethods(driverId)).length > 0
  const topUpSettings = createTopUpSettings({ db, hasCard })
  const account = createAccount({ db, clock, config, vehicles, options, topUps: topUpSettings })
  const places = createPlaces({
    db,
    clock,
    countRunningSince: asked => parking.countRunning(asked),
    ...(usualAt && { expectationOf: place => at => usualAt(place, at) }),
    onError: error => app.log.error(error, 'places could not be read anew'),
  })
  await places.importPlaces(city)
  await places.start()
  app.addHook('onClose', places.stop)
  const sandboxStripe = config.stripe
    ? null
    : createSandboxStripe({ db, clock, callsPerSecond: config.rateLimit ? limits.sandboxCallsPerSecond : null })
  const watched = (send: typeof fetch) => health.watchProvider(cardFetch(send))
  const provider = config.stripe
    ? createStripe({ name: 'stripe', ...config.stripe, fetch: watched(fetch) })
    : createStripe({ name: 'sandbox', ...sandboxStripe!, fetch: watched(sandboxStripe!.fetch) })
  const cards = createCards({
    db,
    clock,
    provider,
    onRefund: (...found) => refunds.takeEvent(...found),
    onDispute: (...found) => disputes.takeEvent(...found),
    onPlan: (...changed) => subscription.onProviderEvent(...changed),
    tell: account.tell,
  })
  const parking = await createParking({
    db,
    clock,
    places,
    cards,
  })
  const subscription = createSubscription({
    db,
    clock,
    provider,
    cards,
    refundMonth: (...month) => refunds.refundMonth(...month),
  })
  const refunds = createRefunds({
    db,
    clock,
    provider,
    listMethods: cards.listMethods,
    refundSession: parking.refundSession,
  })
  const topUps = createTopUps({ db, cards, tell: account.tell })
  const disputes = createDisputes({ tell: account.tell, topUps })
  const ownData = createOwnData({
    db,
    config,
    forgetCards: cards.forget,
    endPlan: subscription.leave,
    sendBack: refunds.withdrawAll,
  })
  const wallet = createWallet({
    db,
    cards,
    refundStates: refunds.statesOf,
    placeNames: parking.placeNames,
    getTopUpSettings: account.getTopUpSettings,
  })
  const operator = createOperator({ db, places })
  const notices = await createNotices({ db, config, parking })
  const automatic = createAutomatic({ db, parking, places, vehicles, options, tell: account.tell })

  const support = createSupport({
    db,
    config,
    requireSession: parking.requireSession,
    listRunning: async driverId =>
      (await parking.active(driverId, clock.now())).map(({ SessionId, EndsAt }) => ({ SessionId, EndsAt })),
    isLive: async token => (await account.findDriver(token)) !== null,
    onError: error => app.log.error(error, 'an event stream ended and is to be resumed'),
  })

  const desk = createDesk({
    db,
    clock,
    config,
    support,
    parking,
    wallet,
    vehicles,
    refunds,
    onError: error => app.log.error(error, 'a desk’s event stream ended and is to be resumed'),
  })

  /** The sandbox's events come in by the same door as Stripe's. */
  const sendWebhook = async (payload: string, signature: string) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await app.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode
  }

  const jobs = createJobs({
    db,
    clock,
    log: (message, error) => log.error({ err: error }, message),
    watch: health.noteJob,
    // an end, then what is said while it is true, then the rest
    handlers: { 'session-end': parking.endSession, ...notices.handlers, ...support.handlers, ...retentionHandlers },
    // likewise: a stay that extends itself, then money, then messages
    outside: {
      ...automatic.jobs,
      ...cards.jobs,
      ...createReconciliation({ db, clock, provider, log, note: health.noteDifferences }),
      ...subscription.jobs,
      ...refunds.jobs,
      ...topUps.jobs,
      ...account.jobs,
      ...ownData.jobs,
      ...support.jobs,
      ...notices.jobs,
      ...(sandboxStripe && {
        ...sandboxStripe.jobs,
        'sandbox-webhook': (eventId: string) => sandboxStripe.deliver(eventId, sendWebhook),
      }),
    },
  })

  /** the sandbox's stand-in for the operators' counters */
  const feed =
    config.sandbox && usualAt
      ? createOccupancyFeed({
          operator,
          places,
          clock,
          usualAt,
          countRunningSince: parking.countRunningNow,
        })
      : null

  const pace = createPace()
  const findDriver = await createSignedIn({ db, clock })
  const mounts = (door: FastifyInstance) =>
    mounter(door, {
      credentials: {
        findDriver,
        findOperator: operator.findOperator,
        findStaff: desk.findStaff,
      },
      clock,
      checkAnswers,
      ...(config.rateLimit && {
        pace: (whose: string, perMinute = limits.accountCallsPerMinute) => pace(whose, perMinute, clock.now()),
      }),
    })
  const mount = mounts(app)
  mountAccount(mount, account)
  mountProfile(mount, createProfile({ db }))
  mountOwnData(mount, ownData)
  await mountPhoto(app, mounts, createPhoto({ db }))
  mountVehicles(mount, vehicles)
  mountPlaces(mount, places)
  mountParking(mount, parking)
  mountAttempts(mount, createAttempts({ db, places }))
  mountCards(mount, cards)
  await mountWebhook(app, cards)
  if (sandboxStripe) await mountSandboxStripe(app, sandboxStripe)
  if (config.sandbox) mountOutbox(app, db.pool, !config.production)
  mountWallet(mount, wallet)
  mountRefunds(mount, refunds)
  mountSubscription(mount, subscription)
  mountTopUps(mount, topUps)
  mountOperator(mount, operator)
  mountAutomatic(mount, automatic)
  mountNotices(mount, notices)
  mountSupport(mount, support)
  await mountChat(app, mounts, support)
  await mountDesk(app, mounts, desk)

  mountHealth(app, health)
  mountSecurityText(app, { config, clock })
  await serveWeb(app, {
    web,
    tiles: join(import.meta.dirname, '../../../build/chicago/tiles'),
  })

  return {
    app,
    jobs,
    feed,
    health,
    db,
    features: {
      account,
      vehicles,
      places,
      parking,
      cards,
      refunds,
      disputes,
      wallet,
      operator,
      options,
      automatic,
      support,
      desk,
    },
    books: () => brokenBooks(db.pool),
  }
}
export type ParkIt = Awaited<ReturnType<typeof buildApp>>
