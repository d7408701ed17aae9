// What befalls the pair: server processes killed, the primary killed, frozen, cut off, or out of disk, the standby lost.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../environment.ts'
import { commonFaults, type Nemesis, nemesisOf } from '../nemesis.ts'
import { signal } from '../processes.ts'
import type { Chance } from '../random.ts'
import { createProber, type Loss, longestGap, type ReplicaWorld } from './environment.ts'
import type { Node } from './node.ts'

/** Milliseconds of one failover, in their order from the loss to the first write that was acknowledged; then what is beside it. */
type Outage = {
  /** nobody's write was acknowledged */
  unavailable: number
  noticed: number
  disconnected: number
  promoted: number
  reachable: number
  connected: number
  written: number
  /** the longest time without an acknowledged write from then on, while the old primary becomes a standby */
  later: number
  /** how long this process, which stands for clients, lines, and controller, did not run */
  harnessLate: number
}

/** Longer than any statement may take: a commit that waits for the standby may not be given up as if it were safe. */
const frozenMs = 17_000

export const createReplicaNemesis = async (
  { world, pair, mostGapMs, losses, killNth, startNth }: ReplicaWorld,
  chance: Chance,
  say: (line: string) => void,
): Promise<Nemesis> => {
  const prober = await createProber(world)
  const anyMs = (most: number) => wait(chance.between(most / 10, most))
  const wrong: string[] = []
  const outages: Record<string, Outage[]> = {}
  const standbyGaps: number[] = []
  const whole = () => until(world, 'the pair is whole', async () => pair.isWhole())

  /** When the first server was connected to the primary of now. */
  const firstConnection = async (): Promise<number> => {
    const client = await pair.primary().connect({ connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
    const { rows } = await client
      .query(`select 1000 * extract(epoch from min(backend_start))::float8 as ms
                from pg_stat_activity where usename = 'parkit_server'`)
      .finally(() => client.end())
    return (rows[0].ms ?? Number.NaN) - performance.timeOrigin
  }

  /** The primary is lost in this way: the standby takes over, and what was the primary comes back as a standby. */
  const lose = (name: string, end: (primary: Node) => unknown) => async () => {
    await whole()
    const before = pair.failovers.length
    const delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
    let lostMs = 0
    let connectedMs = 0
    const changes = await prober.changesDuring(async () => {
      say(`  ${new Date().toISOString()} ${name}: ${pair.primary().name}`)
      lostMs = performance.now()
      await end(pair.primary())
      await until(world, 'the standby has taken over', async () => pair.failovers.length > before)
      await until(world, 'a server is connected', async () => {
        connectedMs = await firstConnection()
        return Number.isFinite(connectedMs)
      })
      await whole()
    })
    delay.disable()
    const { noticed, disconnected, promoted, reachable } = pair.failovers[before]!
    const first = changes.findIndex(({ acknowledgedMs }) => acknowledgedMs > reachable)
    const times = [lostMs, noticed, disconnected, promoted, reachable, connectedMs, changes[first]!.acknowledgedMs]
    const steps = times.slice(1).map((ms, i) => Math.round(ms - times[i]!))
    const outage: Outage = {
      unavailable: Math.round(longestGap(changes.slice(first - 1, first + 1))),
      noticed: steps[0]!,
      disconnected: steps[1]!,
      promoted: steps[2]!,
      reachable: steps[3]!,
      connected: steps[4]!,
      written: steps[5]!,
      later: Math.round(longestGap(changes.slice(first))),
      harnessLate: Math.round(delay.max / 1e6),
    }
    outages[name] = [...(outages[name] ?? []), outage]
    const gapMs = Math.max(outage.unavailable, outage.later)
    if (gapMs > mostGapMs) wrong.push(`${name}: for ${gapMs} ms nobody's write was acknowledged`)
    say(`${name}: ${JSON.stringify(outage)}; ${pair.primary().name} is the primary`)
  }

  /** Under the policy `wait` no write that began with the standby gone is acknowledged before it is back. */
  const freezeStandby = async (forMs: number) => {
    await whole()
    let frozenAtMs = 0
    let thawedAtMs = 0
    const changes = await prober.changesDuring(async () => {
      pair.standby().signal('SIGSTOP')
      frozenAtMs = performance.now()
      await wait(forMs)
      thawedAtMs = performance.now()
      await pair.restartStandby()
      await whole()
    })
    const early = changes.filter(
      ({ begunMs, acknowledgedMs }) => begunMs > frozenAtMs && acknowledgedMs < thawedAtMs,
    ).length
    if (pair.policy() === 'wait' && early > 0)
      wrong.push(`With the standby frozen ${early} writes were acknowledged, which no standby has`)
    standbyGaps.push(Math.round(longestGap(changes)))
    if (pair.policy() === 'continue' && standbyGaps.at(-1)! > mostGapMs)
      wrong.push(`With the standby frozen nobody's write was acknowledged for ${standbyGaps.at(-1)} ms`)
    say(`freezeStandby: ${forMs} ms, ${standbyGaps.at(-1)} ms without an acknowledged write`)
  }

  const primaryFaults = {
    killPrimary: (primary: Node) => primary.kill(),
    freezePrimary: (primary: Node) => primary.signal('SIGSTOP'),
    cutPrimary: (primary: Node) => primary.cut(),
    ...(pair.primary().isMounted && { fillPrimary: (primary: Node) => primary.fillDisk() }),
    /** what the standby never received must not have been acknowledged */
    killPrimaryAhead: async (primary: Node) => {
      primary.feed.cut()
      await wait(1_000)
      await primary.kill()
    },
  }
  const all: Record<string, () => Promise<void>> = {
    ...(pair.policy() === 'wait' && { loseStandby: () => freezeStandby(frozenMs) }),
    ...Object.fromEntries(Object.entries(primaryFaults).map(([name, end]) => [name, lose(name, end)])),
  }
  const database = losses ? Object.fromEntries(losses.map(name => [name, all[name as Loss]!])) : all

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
    freezeStandby: () => freezeStandby(chance.between(500, 5_000)),
  }
  return {
    ...nemesisOf({ server, database }, others, chance),
    takeWrong: () => [...wrong.splice(0), ...pair.wrong.splice(0)],
    figures: () => ({
      outagesMs: outages,
      withoutAcknowledgedWriteMs: { standbyFrozen: standbyGaps },
      failovers: pair.failovers.length,
    }),
  }
}
