// Mounts every route: the calls of all features, the sandbox's pages, health, and the web app.
import type { FastifyInstance } from 'fastify'
import type { Health } from '#app/health/health.ts'
import { mountHealth } from '#app/health/routes.ts'
import { mountCities } from '#city/cities/routes.ts'
import { mountExports } from '#city/exports/routes.ts'
import { mountMaps } from '#city/maps/routes.ts'
import { mountOperator } from '#city/operators/routes.ts'
import { mountPlaces } from '#city/places/routes.ts'
import { mountSaved } from '#city/saved/routes.ts'
import { mountSigns } from '#city/signs/routes.ts'
import { createTokenCache } from '#driver/account/account.ts'
import { mountAccount, mountOwnData, mountPhoto } from '#driver/account/routes.ts'
import { mountPasskeys } from '#driver/passkeys/routes.ts'
import { mountPlacard } from '#driver/placard/routes.ts'
import { mountTrusted } from '#driver/trusted/routes.ts'
import { mountVehicles } from '#driver/vehicles/routes.ts'
import { mountNotices } from '#messaging/notices/routes.ts'
import { mountCards, mountWebhook } from '#money/cards/routes.ts'
import { mountRefunds } from '#money/refunds/routes.ts'
import { mountSubscription } from '#money/subscription/routes.ts'
import { mountTopUps } from '#money/topup/routes.ts'
import { mountWallet } from '#money/wallet/routes.ts'
import { mountAttempts } from '#parking/attempts/routes.ts'
import { mountAutomatic } from '#parking/automatic/routes.ts'
import { mountParking } from '#parking/sessions/routes.ts'
import { mountShares } from '#parking/shares/routes.ts'
import { mountUsual } from '#parking/usual/routes.ts'
import { createAccountQueue, personalPace } from '#platform/account-queue.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import { createRouteRegistrar } from '#platform/http.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import { mountSecurityText } from '#platform/security-txt.ts'
import { serveWeb } from '#platform/web.ts'
import { mountOutbox } from '#sandbox/outbox-routes.ts'
import type { createSandboxStripe } from '#sandbox/sandbox.ts'
import { mountSandboxStripe } from '#sandbox/stripe-routes.ts'
import { mountConsole } from '#staff/console/routes.ts'
import { mountDesk } from '#staff/desk/routes.ts'
import { mountChat } from '#support/support/chat-routes.ts'
import { mountSupport } from '#support/support/routes.ts'
import { builtTiles, type Features } from './features.ts'

type Deps = {
  config: Config
  db: Database
  clock: Clock
  features: Features
  health: Health
  sandboxStripe: ReturnType<typeof createSandboxStripe> | null
  /** the folder of the built web app */
  web: string
  checkAnswers: boolean
}

/** calls an account may make in a minute, from however many addresses */
const accountCallsPerMinute = 600

export const mountRoutes = async (
  app: FastifyInstance,
  { config, db, clock, features, health, sandboxStripe, web, checkAnswers }: Deps,
) => {
  const limitRate = createRateLimit()
  const inTurn = createAccountQueue({ pace: config.rateLimit ? personalPace : null })
  const credentials = {
    findDriver: await createTokenCache({ db, clock }),
    findOperator: features.operator.findOperator,
    findStaff: features.desk.findStaff,
  }
  const registrarOf = (scope: FastifyInstance) =>
    createRouteRegistrar(scope, {
      credentials,
      clock,
      checkAnswers,
      inTurn,
      devices: features.devices,
      ...(config.rateLimit && {
        limitRate: (caller: string, perMinute = accountCallsPerMinute) => limitRate(caller, perMinute, clock.now()),
      }),
    })
  const mount = registrarOf(app)
  mountAccount(mount, features.account)
  mountPasskeys(mount, features.passkeys)
  mountPlacard(mount, features.placard)
  mountTrusted(mount, features.trusted)
  mountOwnData(mount, features)
  await mountPhoto(app, registrarOf, features.photo)
  mountVehicles(mount, features.vehicles)
  mountPlaces(app, mount, features.places)
  mountSaved(mount, features.saved)
  mountCities(mount, features.cities)
  mountExports(mount, features.exports)
  mountSigns(mount, features.signs)
  mountParking(mount, features.parking)
  mountAttempts(mount, features.attempts)
  mountUsual(mount, features.usual)
  mountShares(mount, features.shares)
  mountCards(mount, features.cards)
  await mountWebhook(app, features.cards)
  if (sandboxStripe) await mountSandboxStripe(app, sandboxStripe)
  if (config.sandbox) mountOutbox(app, db.pool, config.isDemo)
  mountWallet(mount, features.wallet)
  mountRefunds(mount, features.refunds)
  mountSubscription(mount, features.subscription)
  mountTopUps(mount, features.topUps)
  mountOperator(mount, features.operator)
  mountAutomatic(mount, features.automatic)
  mountNotices(mount, features.notices)
  mountSupport(mount, features.support)
  await mountChat(app, registrarOf, features.support)
  await mountDesk(app, registrarOf, features.desk)
  await mountConsole(app, registrarOf, features.console)

  mountHealth(app, health)
  mountMaps(app, features.maps)
  mountSecurityText(app, { config, clock })
  await serveWeb(app, { web, tiles: builtTiles })
}
