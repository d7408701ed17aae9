// What befalls the pair: server processes killed, the primary killed, frozen, cut off, or out of disk, the standby lost.
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../environment.ts'
import { commonFaults, type Nemesis, nemesisOf } from '../nemesis.ts'
import { signal } from '../processes.ts'
import type { Chance } from '../random.ts'
import { createProber, type ReplicaWorld } from './environment.ts'
import type { Node } from './node.ts'

export const createReplicaNemesis = async (
  { world, pair, mostGapMs, killNth, startNth }: ReplicaWorld,
  chance: Chance,
  say: (line: string) => void,
): Promise<Nemesis> => {
  const prober = await createProber(world)
  const anyMs = (most: number) => wait(chance.between(most / 10, most))
  const wrong: string[] = []
  const gapsMs: Record<string, number[]> = {}
  const whole = () => until(world, 'the pair is whole', async () => pair.isWhole())

  /** The primary is lost in this way: the standby takes over, and what was the primary comes back as a standby. */
  const lose = (name: string, end: (primary: Node) => unknown) => async () => {
    await whole()
    const before = pair.failovers()
    const gapMs = await prober.longestGapMs(async () => {
      say(`  ${new Date().toISOString()} ${name}: ${pair.primary().name}`)
      await end(pair.primary())
      await until(world, 'the standby has taken over', async () => pair.failovers() > before)
      await whole()
    })
    gapsMs[name] = [...(gapsMs[name] ?? []), Math.round(gapMs)]
    if (gapMs > mostGapMs) wrong.push(`${name}: for ${Math.round(gapMs)} ms nobody's write was acknowledged`)
    say(`${name}: ${Math.round(gapMs)} ms without an acknowledged write; ${pair.primary().name} is the primary`)
  }

  const primaryFaults = {
    killPrimary: (primary: Node) => primary.kill(),
    freezePrimary: (primary: Node) => primary.signal('SIGSTOP'),
    cutPrimary: (primary: Node) => primary.line.cut(),
    ...(pair.primary().isMounted && { fillPrimary: (primary: Node) => primary.fillDisk() }),
  }
  const database = Object.fromEntries(Object.entries(primaryFaults).map(([name, end]) => [name, lose(name, end)]))

  const server = {
    killServer: async () => {
      const nth = chance.between(0, world.serverPids().length - 1)
      await killNth(nth)
      await anyMs(2_000)
      await startNth(nth)
    },
  }
  const others = {
    ...commonFaults(world, chance),
    stopServer: async () => {
      const pid = chance.pick(world.serverPids())
      signal([pid], 'SIGSTOP')
      await anyMs(4_000)
      signal([pid], 'SIGCONT')
    },
    killStandby: async () => {
      await whole()
      await pair.standby().kill()
      await anyMs(5_000)
      await pair.restartStandby()
      await whole()
    },
    freezeStandby: async () => {
      await whole()
      pair.standby().signal('SIGSTOP')
      await anyMs(5_000)
      await pair.restartStandby()
      await whole()
    },
  }
  return {
    ...nemesisOf({ server, database }, others, chance),
    takeWrong: () => [...wrong.splice(0), ...pair.wrong.splice(0)],
    figures: () => ({ withoutAcknowledgedWriteMs: gapsMs, failovers: pair.failovers() }),
  }
}
