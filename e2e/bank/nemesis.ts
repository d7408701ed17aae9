// The nemesis: seeded random faults while the clients work, each over when its function resolves.
import { setTimeout as wait } from 'node:timers/promises'
import { type SingleWorld, until, type World } from './environment.ts'
import { stirWebhooks } from './facts-store.ts'
import { signal } from './processes.ts'
import type { Chance } from './random.ts'
import { mostBackMs } from './skewed-clock.ts'

export type Nemesis = {
  counts: ReadonlyMap<string, number>
  run(fault: string): Promise<void>
  /** One kill, and some of the rest, in any order. */
  plan(kill: 'server' | 'database', others: number): string[]
  /** what it saw itself that must not be; empties the list */
  takeWrong(): string[]
  /** what it measured */
  figures(): Record<string, unknown>
}

/** Of the line to the servers, the provider's messages, and the clock. */
export const commonFaults = (world: World, chance: Chance) => {
  const { proxy, clock } = world
  const anyMs = (most: number) => wait(chance.between(most / 10, most))
  return {
    cutLine: async () => {
      for (let times = 0; times < 5; times++) {
        proxy.break(() => chance.is(0.5))
        await anyMs(200)
      }
    },
    loseAnswers: async () => {
      proxy.losesAnswers = true
      await anyMs(1_000)
      proxy.losesAnswers = false
    },
    delayLine: async () => {
      proxy.delayMs = chance.between(50, 500)
      await anyMs(2_000)
      proxy.delayMs = 0
    },
    stirWebhooks: () =>
      // the database may still be recovering from the fault before
      until(world, 'the messages are stirred', async () => {
        await stirWebhooks(world.connectionString(), clock.now(), chance.between(0, 999))
        return true
      }),
    clockForward: async () => clock.shift(chance.between(1_000, 40 * 60_000), world.serverPids()),
    clockBack: async () => clock.shift(-chance.between(1_000, mostBackMs), world.serverPids()),
  }
}

type Faults = Record<string, () => Promise<void>>

/** `kills` by what they end: of several ways each has its turn. */
export const nemesisOf = (
  kills: { server: Faults; database: Faults },
  others: Faults,
  chance: Chance,
): Pick<Nemesis, 'counts' | 'run' | 'plan'> => {
  const counts = new Map<string, number>()
  const all: Faults = { ...kills.server, ...kills.database, ...others }
  const planned = { server: 0, database: 0 }
  return {
    counts,
    run: async fault => {
      counts.set(fault, (counts.get(fault) ?? 0) + 1)
      await all[fault]!()
    },
    plan: (kill, count) => {
      const names = Object.keys(kills[kill])
      const plan = Array.from({ length: count }, () => chance.pick(Object.keys(others)))
      plan.splice(chance.between(0, count), 0, names[planned[kill]++ % names.length]!)
      return plan
    },
  }
}

export const createNemesis = (world: SingleWorld, chance: Chance): Nemesis => {
  const { proxy } = world
  const anyMs = (most: number) => wait(chance.between(most / 10, most))

  const server = {
    /** at whatever the server is doing; started again, on the same data */
    killServer: async () => {
      await world.kill()
      await anyMs(500)
      await world.restart()
    },
  }
  const database = {
    /** every process of PostgreSQL at once: what was not on disk is gone; ParkIt starts it again by itself */
    killDatabase: async () => {
      const before = world.databasePids()
      signal(before, 'SIGKILL')
      await until(
        world,
        'PostgreSQL is started again',
        async () => world.databasePids()[0] !== before[0] && world.isReady(),
      )
    },
  }
  const others = {
    ...commonFaults(world, chance),
    killBackend: async () => {
      signal([chance.pick(world.databasePids().slice(1))], 'SIGKILL')
      await until(world, 'PostgreSQL has recovered', world.isReady)
    },
    stopServer: async () => {
      signal([world.server().pid], 'SIGSTOP')
      await anyMs(4_000)
      signal([world.server().pid], 'SIGCONT')
    },
    stopDatabase: async () => {
      const pids = world.databasePids()
      signal(pids, 'SIGSTOP')
      await anyMs(4_000)
      signal(pids, 'SIGCONT')
    },
    /** another process on the same database: both answer for a while, then it dies in the midst of it */
    secondServer: async () => {
      await world.startSecond()
      proxy.break(() => chance.is(0.5))
      await anyMs(4_000)
      await world.killSecond()
    },
  }
  return { ...nemesisOf({ server, database }, others, chance), takeWrong: () => [], figures: () => ({}) }
}
