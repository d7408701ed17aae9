// The pair under test: three server processes behind a proxy, on a primary and its synchronous standby.
import { setTimeout as wait } from 'node:timers/promises'
import { settings } from '@parkit/contract/driver/account'
import { call, registerDriver } from '../../api.ts'
import { newDataDir, type Server, startServer } from '../../server.ts'
import { openTcpProxy } from '../../tcp-proxy.ts'
import { startsAt, type World } from '../environment.ts'
import { createServerClock } from '../skewed-clock.ts'
import { type Flaw, openPair, type Policy } from './pair.ts'

/** `Ahead`: of the standby, which has received nothing for a while. */
export type Loss = 'loseStandby' | 'killPrimary' | 'freezePrimary' | 'cutPrimary' | 'fillPrimary' | 'killPrimaryAhead'

export type PairOptions = {
  policy: Policy
  withPgBouncer: boolean
  withDisks: boolean
  servers: number
  /** no longer may nobody's write be acknowledged when the primary is lost */
  mostGapMs: number
  /** the ways in which the database is lost, in turn; all where absent */
  losses?: Loss[] | undefined
  flaw?: Flaw | undefined
  log?: (event: string) => void
}

export const openReplicaWorld = async (
  { servers: count, mostGapMs, losses, ...options }: PairOptions,
  program?: string,
) => {
  const { dataDir, remove } = newDataDir()
  const pair = await openPair({ folder: dataDir, ...options })
  const proxy = await openTcpProxy()
  const clock = createServerClock(dataDir, startsAt)
  const servers: (Server | undefined)[] = []
  const running = () => servers.filter(server => server !== undefined)
  const route = () => proxy.routeTo(...running().map(({ address }) => address))

  const startNth = async (n: number) => {
    const env = { DATABASE_URL: pair.serverUrl, DATABASE_SESSION_URL: pair.ownerUrl, DATA_DIR: dataDir, ...clock.env }
    servers[n] = await startServer(env, program)
    route()
  }
  const close = async () => {
    await proxy.close()
    await Promise.all(running().map(server => server.end('SIGKILL')))
    await pair.close()
    remove()
  }
  try {
    // the first one migrates
    await startNth(0)
    await Promise.all(Array.from({ length: count - 1 }, (_, n) => startNth(n + 1)))
  } catch (error) {
    await close()
    throw error
  }

  const world: World = {
    proxy,
    clock,
    server: () => running()[0]!,
    serverPids: () => running().map(({ pid }) => pid),
    requireAlive: () => {
      if (running().some(server => !server.isRunning())) throw new Error('A server ended by itself.')
    },
    isReady: async () => {
      const answers = await Promise.all(running().map(({ address }) => fetch(new URL('/readyz', address))))
      return answers.every(({ ok }) => ok)
    },
    connectionString: pair.primaryUrl,
    close,
  }
  return {
    world,
    pair,
    mostGapMs,
    losses,
    killNth: async (n: number) => {
      const server = servers[n]!
      servers[n] = undefined
      route()
      await server.end('SIGKILL')
    },
    startNth,
  }
}
export type ReplicaWorld = Awaited<ReturnType<typeof openReplicaWorld>>

/** between two of the prober's changes: none waits for the one before it */
const everyMs = 200
const patienceMs = 10_000

type Change = { begunMs: number; acknowledgedMs: number }

/** The longest time without an acknowledged change. */
export const longestGap = (changes: Change[]): number =>
  Math.max(0, ...changes.slice(1).map(({ acknowledgedMs }, i) => acknowledgedMs - changes[i]!.acknowledgedMs))

/** Changes of one driver wait for each other: at a commit of 200 ms those of a single one would fall behind. */
const probingDrivers = 5

/** Drivers who change a setting all the while, in turn. */
export const createProber = async ({ proxy }: World) => {
  const drivers = await Promise.all(Array.from({ length: probingDrivers }, () => registerDriver(proxy.address, 0, [])))
  let changes = 0
  const isAcknowledged = async () => {
    const { token } = drivers[changes % drivers.length]!
    const body = { AutoTopUp: false, MinBalance: 5 + (changes++ % 9), DefaultAddAmount: 15, TopUpCeiling: 2_000 }
    const signal = AbortSignal.timeout(patienceMs)
    const reply = await call(proxy.address, settings, { body }, { token, signal }).catch(() => null)
    return reply?.ok ?? false
  }
  return {
    isAcknowledged,
    /** Begins changes until `work` has ended and one more is acknowledged: those that were, in that order. */
    changesDuring: async (work: () => Promise<void>): Promise<Change[]> => {
      const startedMs = performance.now()
      const acknowledged = [{ begunMs: startedMs, acknowledgedMs: startedMs }]
      let overMs = Number.POSITIVE_INFINITY
      const working = work().finally(() => {
        overMs = performance.now()
      })
      working.catch(() => {})
      while (acknowledged.at(-1)!.acknowledgedMs <= overMs) {
        const begunMs = performance.now()
        void isAcknowledged().then(ok => ok && acknowledged.push({ begunMs, acknowledgedMs: performance.now() }))
        await wait(everyMs)
      }
      await working
      return acknowledged
    },
  }
}
