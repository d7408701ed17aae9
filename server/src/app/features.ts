// All features, built area by area from the lowest up; what one needs of a higher one is handed in as a function.
import { join } from 'node:path'
import { type CitySource, loadCity } from '#city/bundled/bundled.ts'
import { createCities } from '#city/cities/cities.ts'
import { createExports } from '#city/exports/exports.ts'
import { createFeeds } from '#city/imports/imports.ts'
import { createMaps } from '#city/maps/maps.ts'
import { createOperator } from '#city/operators/operators.ts'
import { createPlaces, type Place, type Places } from '#city/places/places.ts'
import { createSaved } from '#city/saved/saved.ts'
import { createSigns } from '#city/signs/signs.ts'
import { createAccount, createDataExport, createOwnData, createPhoto } from '#driver/account/account.ts'
import { createOptions } from '#driver/options/options.ts'
import { createPasskeys } from '#driver/passkeys/passkeys.ts'
import { createPlacard } from '#driver/placard/placard.ts'
import { createTrusted } from '#driver/trusted/trusted.ts'
import { createVehicles } from '#driver/vehicles/vehicles.ts'
import { createNotices } from '#messaging/notices/notices.ts'
import type { Mail } from '#messaging/senders/senders.ts'
import { type CardProvider, createCards } from '#money/cards/cards.ts'
import { createDisputes } from '#money/disputes/disputes.ts'
import { createRefunds } from '#money/refunds/refunds.ts'
import { createSubscription } from '#money/subscription/subscription.ts'
import { createTopUpSettings, createTopUps } from '#money/topup/topup.ts'
import { createWallet } from '#money/wallet/wallet.ts'
import { createAttempts } from '#parking/attempts/attempts.ts'
import { createAutomatic } from '#parking/automatic/automatic.ts'
import { createClosures } from '#parking/closures/closures.ts'
import { createParking } from '#parking/sessions/sessions.ts'
import { createShares } from '#parking/shares/shares.ts'
import { createUsual } from '#parking/usual/usual.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { type Database, selectSecret } from '#platform/db.ts'
import { createKnownDevices } from '#platform/known-device.ts'
import type { AppLog } from '#platform/log.ts'
import { createConsole } from '#staff/console/console.ts'
import { createDesk } from '#staff/desk/desk.ts'
import { createSupport } from '#support/support/support.ts'
import { pushRecorder } from './providers.ts'

/** Share of a place's spaces that is usually taken, 0 to 1. */
export type UsualAt = (place: Place, at: Temporal.Instant) => number

type Deps = {
  db: Database
  clock: Clock
  config: Config
  log: AppLog
  provider: CardProvider
  sendMail: (mail: Mail, now: Temporal.Instant) => Promise<void>
  city: CitySource
  /** what the sandbox's counts follow */
  usualAt?: UsualAt | undefined
}
type Parking = Awaited<ReturnType<typeof createParking>>
type Account = ReturnType<typeof createAccount>

type MoneyDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'provider' | 'log'> & {
  highestFee: Places['highestFee']
  placeNames: Parking['placeNames']
  refundSession: Parking['refundSession']
  getTopUpSettings: Account['getTopUpSettings']
}
/** The demo city's map, made by the build. */
export const builtTiles = join(import.meta.dirname, '../../../build/chicago/tiles')

const createMoney = ({ db, clock, config, provider, log, ...deps }: MoneyDeps) => {
  const { placeNames, refundSession, getTopUpSettings, highestFee } = deps
  const cards = createCards({
    db,
    clock,
    provider,
    log,
    limitsDeclines: config.rateLimit,
    onRefund: (...event) => refunds.takeEvent(...event),
    onDispute: (...event) => disputes.takeEvent(...event),
    onPlan: (...event) => subscription.onProviderEvent(...event),
  })
  const refunds = createRefunds({ db, clock, provider, log, listMethods: cards.listMethods, refundSession })
  const subscription = createSubscription({
    db,
    clock,
    provider,
    log,
    cards,
    highestFee,
    refundMonth: refunds.refundMonth,
  })
  const hasCard = async (driverId: string) => (await cards.listMethods(driverId)).length > 0
  const topUpSettings = createTopUpSettings({ db, hasCard })
  const topUps = createTopUps({ db, cards })
  const disputes = createDisputes({ topUps })
  const wallet = createWallet({ db, cards, refundStates: refunds.statesOf, placeNames, getTopUpSettings })
  return { cards, refunds, subscription, topUpSettings, topUps, disputes, wallet }
}

type CityDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'city' | 'usualAt' | 'log'> & {
  countRunning: Parking['countRunning']
}
const createCity = async ({ db, clock, config, city, usualAt, log, countRunning }: CityDeps) => {
  const places = createPlaces({
    db,
    clock,
    countRunningSince: countRunning,
    ...(config.sandbox &&
      usualAt && { expectationOf: place => (place.city === city.code ? at => usualAt(place, at) : null) }),
    onError: error => log.error(error, 'places could not be reloaded'),
  })
  await loadCity({ db, clock, log }, city)
  await places.start()
  return { places, operator: createOperator({ db, places }), saved: createSaved({ db, places }) }
}

type DriverDeps = Pick<Deps, 'db' | 'clock' | 'config'> &
  Pick<ReturnType<typeof createMoney>, 'cards' | 'refunds' | 'subscription' | 'topUpSettings'> & {
    isParked: Parking['isParked']
  }
const createDriver = ({ db, clock, config, isParked, ...money }: DriverDeps) => {
  const vehicles = createVehicles({ db, isParked: (tx, id) => isParked(tx, id, clock.now()) })
  const options = createOptions({ db })
  const account = createAccount({ db, clock, config, vehicles, options, topUps: money.topUpSettings })
  return {
    vehicles,
    options,
    account,
    passkeys: createPasskeys({ db, config, account }),
    photo: createPhoto({ db }),
    dataExport: createDataExport({ db, clock, config }),
    ownData: createOwnData({
      db,
      config,
      forgetCards: money.cards.forget,
      endPlan: money.subscription.leave,
      sendBack: money.refunds.withdrawAll,
    }),
  }
}

export const createFeatures = async ({ db, clock, config, log, provider, sendMail, city, usualAt }: Deps) => {
  const money = createMoney({
    db,
    clock,
    config,
    provider,
    log,
    highestFee: at => places.highestFee(at),
    placeNames: (...args) => parking.placeNames(...args),
    refundSession: (...args) => parking.refundSession(...args),
    getTopUpSettings: driverId => account.getTopUpSettings(driverId),
  })
  const { cards, refunds, wallet } = money
  const cities = createCities({ db, clock })
  const countRunning: Parking['countRunning'] = zones => parking.countRunning(zones)
  const { places, operator, saved } = await createCity({ db, clock, config, city, usualAt, log, countRunning })
  const isParked: Parking['isParked'] = (...args) => parking.isParked(...args)
  const driver = createDriver({ db, clock, config, isParked, ...money })
  const { account, vehicles, options } = driver
  const parking = await createParking({ db, clock, places, cards })
  const automatic = createAutomatic({ db, parking, places, vehicles, options })
  const attempts = createAttempts({ db, places })
  const closures = createClosures({ db, clock, parking })
  const usual = createUsual({ db, places })
  const shares = await createShares({ db, publicUrl: config.publicUrl, parking })
  const placard = createPlacard({ db })
  const trusted = await createTrusted({ db, config })
  const notices = await createNotices({ db, config, parking, recordPush: pushRecorder({ db, config }) })

  const support = createSupport({
    db,
    cities,
    driverCity: parking.driverCity,
    config,
    sendMail,
    requireSession: parking.requireSession,
    listRunning: async driverId =>
      (await parking.active(driverId, clock.now())).map(({ SessionId, EndsAt }) => ({ SessionId, EndsAt })),
    isLive: async token => (await account.findDriver(token)) !== null,
    onError: error => log.error(error, 'an event stream failed; its reader resumes'),
  })
  const onError = (error: unknown) => log.error(error, 'an event stream of the desk failed; its reader resumes')
  const devices = createKnownDevices(await selectSecret(db.pool, 'signing'), config.publicUrl)
  const desk = createDesk({ db, clock, config, support, parking, wallet, vehicles, refunds, onError })

  const cityConsole = createConsole({ db, clock, reach: closures.reach })
  const maps = createMaps({ db, built: builtTiles, allowedHosts: config.feedPrivateHosts })
  await maps.start()
  const feeds = createFeeds({ db, clock, places, log, allowedHosts: config.feedPrivateHosts })
  const signs = createSigns({ db, publicUrl: config.publicUrl, cities })

  return {
    ...money,
    ...driver,
    cities,
    exports: createExports({ db, places, cities, listStays: parking.listStays }),
    places,
    operator,
    saved,
    signs,
    maps,
    feeds,
    parking,
    automatic,
    closures,
    attempts,
    usual,
    shares,
    notices,
    placard,
    trusted,
    support,
    desk,
    console: cityConsole,
    devices,
  }
}
export type Features = Awaited<ReturnType<typeof createFeatures>>
