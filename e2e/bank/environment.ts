// The system under test: a server process on an embedded PostgreSQL, the proxy to it, its clock and its drivers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { find } from '@parkit/contract/city/places'
import { settings } from '@parkit/contract/driver/account'
import { addVehicle } from '@parkit/contract/driver/vehicles'
import { chooseDefault, confirm, createIntent, listMethods, type RequiresAction } from '@parkit/contract/money/cards'
import { type Driver, registerDriver, require, saveCard } from '../api.ts'
import { newDataDir, type Server, startServer } from '../server.ts'
import { openTcpProxy } from '../tcp-proxy.ts'
import { driverIdOf } from './facts-store.ts'
import { childrenOf } from './processes.ts'
import { createServerClock } from './skewed-clock.ts'

/** A Monday morning in Chicago: everything is open, and asks its price. */
export const startsAt = Temporal.Instant.from('2026-11-16T15:00:00Z')

export const openWorld = async (program?: string) => {
  const { dataDir, remove } = newDataDir()
  const proxy = await openTcpProxy()
  const clock = createServerClock(dataDir, startsAt)
  const besides = newDataDir()
  let server: Server | undefined
  let second: Server | undefined
  let isKilled = false

  const restart = async () => {
    server = await startServer({ DATA_DIR: dataDir, ...clock.env }, program)
    isKilled = false
    proxy.routeTo(server.address)
  }

  /** What PostgreSQL's own note of itself says in this line, from zero. */
  const note = (index: number) =>
    readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[index]!.trim()

  const connectionString = () => `postgresql:///parkit?host=${note(4)}&user=parkit`

  await restart()
  return {
    proxy,
    clock,
    dataDir,
    server: () => server!,
    serverPids: () => [server!.pid],
    restart,
    kill: () => {
      isKilled = true
      return server!.end('SIGKILL')
    },
    /** Throws where it ended and nobody killed it. */
    requireAlive: () => {
      if (!isKilled && !server!.isRunning()) throw new Error('The server ended by itself.')
    },
    isReady: async () => (await fetch(new URL('/readyz', server!.address))).ok,
    connectionString,
    /** Beside the first on its database; the proxy connects to both in turn. */
    startSecond: async () => {
      const env = { DATABASE_URL: connectionString(), DATA_DIR: besides.dataDir, ...clock.env }
      second = await startServer(env, program)
      proxy.routeTo(server!.address, second.address)
    },
    killSecond: async () => {
      proxy.routeTo(server!.address)
      await second!.end('SIGKILL')
    },
    /** PostgreSQL's processes, the postmaster first. */
    databasePids: (): number[] => {
      const postmaster = Number(note(0))
      return [postmaster, ...childrenOf(postmaster)]
    },
    close: async () => {
      await proxy.close()
      await second?.end('SIGKILL')
      await server?.end('SIGTERM')
      besides.remove()
      remove()
    },
  }
}
export type SingleWorld = Awaited<ReturnType<typeof openWorld>>
/** What clients, strangers, and checks know of it. */
export type World = Pick<
  SingleWorld,
  'proxy' | 'clock' | 'server' | 'serverPids' | 'requireAlive' | 'isReady' | 'connectionString' | 'close'
>

/** Waits for what must come about; how long it takes is the machine's. */
export const until = async (world: World, what: string, isSo: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 2_000; tries++) {
    world.requireAlive()
    if (await isSo().catch(() => false)) return
    await wait(100)
  }
  throw new Error(`Waited in vain: ${what}`)
}

/** The driver's bank asks, and this is the answer. Throws where the line does. */
export const answerBank = async (
  address: string,
  { intentId, ClientSecret }: RequiresAction,
  passed: boolean,
): Promise<void> => {
  const answer = await fetch(new URL(`/sandbox/stripe/v1/payment_intents/${intentId}/challenge`, address), {
    method: 'POST',
    headers: { authorization: 'Bearer pk_sandbox' },
    body: new URLSearchParams({ client_secret: ClientSecret, passed: String(passed) }),
    signal: AbortSignal.timeout(5_000),
  })
  await answer.arrayBuffer()
}

/** Saves a card whose bank asks at each payment; the usual one stays the usual one. */
const saveAskingCard = async (address: string, token: string, usual: string): Promise<void> => {
  const body = { PaymentMethodId: 'pm_card_authenticationRequired', Amount: 1, Currency: 'USD' as const }
  const { intentId, ClientSecret } = await require(address, createIntent, { body }, { token })
  await answerBank(address, { intentId, ClientSecret: ClientSecret! }, true)
  await require(address, confirm, { body: { intentId } }, { token })
  await require(address, chooseDefault, { body: { PaymentMethodId: usual } }, { token })
}

export type Account = Driver & {
  driverId: string
  vehicleIds: string[]
  /** saved cards: the one that pays, one that declines, and one whose bank asks each time */
  card: string
  declining: string
  asking: string
  /** what this driver's clients know of */
  running: Set<string>
  stopped: Set<string>
  newestSeen: number
}

const registeredAtOnce = 5

/** Two vehicles and a little money each; every fourth wallet fills itself. */
export const createAccounts = async (world: World, count: number): Promise<Account[]> => {
  const { address } = world.server()
  const create = async (n: number): Promise<Account> => {
    const driver = await registerDriver(address, 25)
    const { token } = driver
    const body = {
      VehicleMake: 'HONDA',
      VehicleModel: 'FIT',
      PlateNumber: `BANK${n}`,
      PlateState: 'Illinois',
      VehicleColor: 'RED',
      VehicleYear: '2020',
    }
    const { VehicleID } = await require(address, addVehicle, { body }, { token })
    const usual = (await require(address, listMethods, {}, { token })).find(({ Last4 }) => Last4 === '4242')!.Id
    await saveCard(address, driver, 'pm_card_chargeCustomerFail')
    await saveAskingCard(address, token, usual)
    const methods = await require(address, listMethods, {}, { token })
    const idOf = (last4: string) => methods.find(({ Last4 }) => Last4 === last4)!.Id
    if (n % 4 === 0) {
      const filling = { AutoTopUp: true, MinBalance: 5, DefaultAddAmount: 15, TopUpCeiling: 2_000 }
      await require(address, settings, { body: filling }, { token })
    }
    return {
      ...driver,
      driverId: await driverIdOf(world.connectionString(), driver.email),
      vehicleIds: [driver.vehicleId, VehicleID],
      card: usual,
      declining: idOf('0341'),
      asking: idOf('3184'),
      running: new Set(),
      stopped: new Set(),
      newestSeen: 0,
    }
  }
  const accounts: Account[] = []
  // a few at a time: of one address only so many passwords wait to be hashed
  for (let n = 0; n < count; n += registeredAtOnce)
    accounts.push(
      ...(await Promise.all(Array.from({ length: Math.min(registeredAtOnce, count - n) }, (_, i) => create(n + i)))),
    )
  return accounts
}

/** Places near the centre that ask a price: those that pay unused minutes back, and those that don't. */
export const findZones = async (world: World): Promise<string[]> => {
  const query = { Latitude: 41.882, Longitude: -87.6278, OpenNow: 'true', Features: 'accessible' } as const
  const { Items } = await require(world.server().address, find, { query })
  return Items.filter(({ Price }) => Price > 0)
    .slice(0, 8)
    .map(({ ZoneNumber }) => ZoneNumber)
}
