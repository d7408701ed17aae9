// The pair under test: three server processes behind a proxy, on a primary and its synchronous standby.
import { setTimeout as wait } from 'node:timers/promises'
import { settings } from '@parkit/contract/driver/account'
import { call, registerDriver } from '../../api.ts'
import { newDataDir, type Server, startServer } from '../../server.ts'
import { openTcpProxy } from '../../tcp-proxy.ts'
import { startsAt, type World } from '../environment.ts'
import { createServerClock } from '../skewed-clock.ts'
import { openPair, type Policy } from './pair.ts'

export type PairOptions = {
  policy: Policy
  withPgBouncer: boolean
  withDisks: boolean
  servers: number
  /** no longer may nobody's write be acknowledged when the primary is lost */
  mostGapMs: number
  log?: (event: string) => void
}

export const openReplicaWorld = async ({ servers: count, mostGapMs, ...options }: PairOptions, program?: string) => {
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
    for (let n = 0; n < count; n++) await startNth(n)
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

/** how long the prober waits for one answer, as a client does that has others to ask */
const patienceMs = 1_000
const pauseMs = 50

/** A driver who changes a setting all the while; measures how long nobody's change was acknowledged. */
export const createProber = async ({ proxy }: World) => {
  const { token } = await registerDriver(proxy.address, 0)
  let changes = 0
  const isAcknowledged = async () => {
    const body = { AutoTopUp: false, MinBalance: 5 + (changes++ % 5), DefaultAddAmount: 15, TopUpCeiling: 2_000 }
    const signal = AbortSignal.timeout(patienceMs)
    const reply = await call(proxy.address, settings, { body }, { token, signal }).catch(() => null)
    if (!reply?.ok) await wait(pauseMs)
    return reply?.ok ?? false
  }
  return {
    isAcknowledged,
    /** Probes until `work` has ended and one more change is acknowledged: the longest time between two that were. */
    longestGapMs: async (work: () => Promise<void>): Promise<number> => {
      let isOver = false
      const working = work().finally(() => {
        isOver = true
      })
      working.catch(() => {})
      let longestMs = 0
      for (let lastMs = performance.now(), ok = false; !(ok && isOver); ) {
        ok = await isAcknowledged()
        if (!ok) continue
        const nowMs = performance.now()
        longestMs = Math.max(longestMs, nowMs - lastMs)
        lastMs = nowMs
      }
      await working
      return longestMs
    },
  }
}
