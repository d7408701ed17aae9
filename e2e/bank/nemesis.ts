// The nemesis: seeded random faults while the clients work, each over when its function resolves.
import { setTimeout as wait } from 'node:timers/promises'
import { until, type World } from './environment.ts'
import { stirWebhooks } from './facts-store.ts'
import type { Chance } from './random.ts'
import { mostBackMs } from './skewed-clock.ts'

const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // it ended before the others
    }
  }
}

export const createNemesis = (world: World, chance: Chance) => {
  const { proxy, clock } = world
  const anyMs = (most: number) => wait(chance.between(most / 10, most))

  const faults = {
    /** at whatever the server is doing; started again, on the same data */
    killServer: async () => {
      await world.kill()
      await anyMs(500)
      await world.restart()
    },
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
    cutLine: async () => {
      for (let times = 0; times < 5; times++) {
        proxy.break(() => chance.is(0.5))
        await anyMs(200)
      }
    },
    /** another process on the same database: both answer for a while, then it dies in the midst of it */
    secondServer: async () => {
      await world.startSecond()
      proxy.break(() => chance.is(0.5))
      await anyMs(4_000)
      await world.killSecond()
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
    clockForward: async () => clock.shift(chance.between(1_000, 40 * 60_000), world.server().pid),
    clockBack: async () => clock.shift(-chance.between(1_000, mostBackMs), world.server().pid),
  }
  type Fault = keyof typeof faults
  const counts = new Map<Fault, number>()

  return {
    counts,
    run: async (fault: Fault): Promise<void> => {
      counts.set(fault, (counts.get(fault) ?? 0) + 1)
      await faults[fault]()
    },
    /** One kill, and some of the rest, in any order. */
    plan: (kill: 'killServer' | 'killDatabase', others: number): Fault[] => {
      const rest = Object.keys(faults).filter(name => name !== 'killServer' && name !== 'killDatabase') as Fault[]
      const planned = Array.from({ length: others }, () => chance.pick(rest))
      planned.splice(chance.between(0, others), 0, kill)
      return planned
    },
  }
}
