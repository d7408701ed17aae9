// While one account or one address does its worst: how much longer everybody else waits, and what both are answered: `node bench/attacks.ts [seconds a phase] [words of the attacks]`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import * as account from '@parkit/contract/driver/account'
import * as parking from '@parkit/contract/parking/sessions'
import { type Driver, registerDriver, require } from '../e2e/api.ts'
import { startServer } from '../e2e/server.ts'
import { anyRead, arrive, bearer } from './arrivals.ts'
import { attacks, prepareExport, type Worst } from './attack-list.ts'
import type { Attack, Order, Outcome } from './attacker.ts'
import { prepareDrivers, withDatabase } from './drivers.ts'
import { report } from './figures.ts'
import { median } from './growth.ts'
import { journey, type Send } from './journey.ts'
import { type Connection, openConnection } from './load-client.ts'

const seconds = Number(process.argv[2] ?? 8)
const wanted = process.argv.slice(3)
/** quiet, attack, quiet, attack …: what else the machine does falls on both */
const rounds = 4
const warmUpSeconds = 10
const limit = 1.5
/** what everybody else does in a second, and of how many drivers, each at an address of his own */
const honest = { drivers: 24, signers: 24, readRate: 100, journeyRate: 4, signInRate: 3 }

type Kind = 'reads' | 'paid' | 'signIns'
type Phase = { times: Record<Kind, number[]>; statuses: Record<string, number>; processor: Record<string, number> }

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
const list = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .sort()
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || 'none'
const add = (phases: Phase[]) => {
  const sum: Record<string, number> = {}
  for (const { statuses } of phases)
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count
  return sum
}

/** Milliseconds of processor time that a process has had (Linux). */
const processMs = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
const machineMs = () => cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)

type Honest = { address: string; drivers: Driver[]; signers: Driver[]; zone: string }

const honestLoad = async ({ address, drivers, signers, zone }: Honest) => {
  const openAll = (of: Driver[], network: number): Promise<Connection[]> =>
    Promise.all(of.map((_, n) => openConnection(address, `127.${network}.0.${n + 1}`)))
  const [reading, paying, signing] = [await openAll(drivers, 1), await openAll(drivers, 1), await openAll(signers, 2)]
  const times: Phase['times'] = { reads: [], paid: [], signIns: [] }
  const statuses: Record<string, number> = {}
  /** Whoever is refused is counted, and his waiting is too. */
  const note = (kind: Kind, dueMs: number, { status }: { status: number }) => {
    times[kind].push(performance.now() - dueMs)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  await Promise.all([
    arrive({ rate: honest.readRate, workers: drivers.length, seconds }, async (worker, dueMs) => {
      note('reads', dueMs, await reading[worker]!.get(anyRead(zone), bearer(drivers[worker]!)))
    }),
    arrive({ rate: honest.journeyRate, workers: drivers.length, seconds }, async (worker, dueMs) => {
      const driver = drivers[worker]!
      let from = dueMs
      const send: Send = async (declared, input, key) => {
        const headers = { ...bearer(driver), ...(key && { 'idempotency-key': key }) }
        const reply = await paying[worker]!.post(declared.path, headers, (input as { body: unknown }).body)
        note(key ? 'paid' : 'reads', from, reply)
        from = performance.now()
        if (reply.status !== 200) throw new Error(`${declared.path}: ${reply.status} ${reply.body}`)
        return JSON.parse(reply.body)
      }
      await journey(send, zone, driver.vehicleId).catch(error => console.log(`An honest journey failed: ${error}`))
    }),
    arrive({ rate: honest.signInRate, workers: signers.length, seconds }, async (worker, dueMs) => {
      const { email: username, password } = signers[worker]!
      const body = { grant_type: 'password', username, password }
      note('signIns', dueMs, await signing[worker]!.post(account.token.path, {}, body))
    }),
  ])
  for (const connection of [...reading, ...paying, ...signing]) connection.end()
  return { times, statuses }
}

const startAttacker = () => {
  const child = fork(join(import.meta.dirname, 'attacker.ts'))
  return {
    run: async (order: Order): Promise<Outcome> => {
      child.send(order)
      return (await once(child, 'message'))[0]
    },
    end: () => child.kill(),
  }
}

await withDatabase(async database => {
  const { connectionString } = database
  const chosen = Object.entries(attacks).filter(
    ([name]) => wanted.length === 0 || wanted.some(word => name.includes(word)),
  )
  // prepared without limits: dozens of accounts of one address
  const before = await startServer({ DATABASE_URL: connectionString })
  const worstCount = chosen.reduce((sum, [, { worst }]) => sum + worst * rounds, 0)
  const { drivers, zone } = await prepareDrivers(before.address, database, honest.drivers + honest.signers)
  const signers = drivers.splice(honest.drivers)
  const worst: Worst[] = []
  for (let n = 0; n < worstCount; n++) {
    const driver = await registerDriver(before.address, 500)
    const body = { ZoneNumber: zone, VehicleId: driver.vehicleId, Minutes: 15, PayWith: 'wallet' }
    const { SessionId: sessionId } = await require(before.address, parking.start, { body }, { token: driver.token })
    worst.push({ ...driver, sessionId })
  }
  if (chosen.some(([name]) => name.startsWith('exports'))) await prepareExport(before.address, connectionString)
  await before.end('SIGTERM')

  const server = await startServer({ DATABASE_URL: connectionString, RATE_LIMIT: '', LOG_LEVEL: 'warn' })
  const attacker = startAttacker()
  try {
    const { address } = server
    const load = () => honestLoad({ address, drivers, signers, zone })

    const phase = async (attack: Attack | null): Promise<Phase & { attacker: Outcome }> => {
      const [machine, of, own] = [machineMs(), processMs(server.pid), process.cpuUsage()]
      const began = performance.now()
      const none: Outcome = { statuses: {}, held: 0, cpuMs: 0 }
      const attacking = attack?.shots.length ? attacker.run({ ...attack, address, seconds }) : Promise.resolve(none)
      const done = await load()
      const tookMs = performance.now() - began
      const ownUsage = process.cpuUsage(own)
      const share = { server: processMs(server.pid) - of, client: (ownUsage.user + ownUsage.system) / 1000 }
      const busy = machineMs() - machine
      const outcome = await attacking
      const rest = busy - share.server - share.client - outcome.cpuMs
      const processor = Object.fromEntries(
        Object.entries({ ...share, attacker: outcome.cpuMs, 'PostgreSQL and others': rest }).map(([who, ms]) => [
          who,
          (100 * ms) / tookMs / availableParallelism(),
        ]),
      )
      return { ...done, processor, attacker: outcome }
    }
    const shares = (phases: Phase[]) =>
      Object.keys(phases[0]!.processor)
        .map(
          who => `${who} ${(phases.reduce((sum, one) => sum + one.processor[who]!, 0) / phases.length).toFixed(0)} %`,
        )
        .join(', ')

    const warmUntil = performance.now() + warmUpSeconds * 1000
    while (performance.now() < warmUntil) await load()
    let network = 10
    for (const [name, kind] of chosen) {
      const quiet: Phase[] = []
      const attacked: Awaited<ReturnType<typeof phase>>[] = []
      let rate = ''
      for (let round = 0; round < rounds; round++) {
        const from = Array.from({ length: kind.from }, (_, n) => `127.${network}.0.${n + 1}`)
        network++
        const attack = kind.attack({ worst: worst.splice(0, kind.worst), from, zone })
        rate = `${attack.inParallel} in parallel, at most ${attack.perSecond} a second`
        quiet.push(await phase(null))
        attacked.push(await phase(attack))
      }
      console.log(`\n${name} (${rate})`)
      for (const one of ['reads', 'paid', 'signIns'] as const) {
        const of = (phases: Phase[]) => p95(phases.flatMap(({ times }) => times[one]))
        const pairs = quiet.map((phase, n) => of([attacked[n]!]) / of([phase]))
        const ratio = median(pairs)
        console.log(
          `  ${one}: p95 quiet ${of(quiet).toFixed(1)} ms, attack ${of(attacked).toFixed(1)} ms; the pairs' ratios ${pairs.map(pair => pair.toFixed(2)).join(', ')}`,
        )
        const what = `${name}: p95 of others' ${one} relative to quiet phases, median of ${rounds}`
        // `without` says why an attack has no limit
        report({ what, value: ratio, unit: kind.without ?? 'times', ...(!kind.without && { limit }) })
      }
      const told: Record<string, number> = {}
      for (const { attacker } of attacked)
        for (const [status, count] of Object.entries(attacker.statuses)) told[status] = (told[status] ?? 0) + count
      const held = attacked.reduce((sum, { attacker }) => sum + attacker.held, 0)
      console.log(`  others were answered quiet ${list(add(quiet))}; attack ${list(add(attacked))}`)
      console.log(`  the attacker ${list(told)}${held > 0 ? `; ${held} not sent` : ''}`)
      console.log(`  processor quiet: ${shares(quiet)}; attack: ${shares(attacked)}`)
      const sent = Object.values(told).reduce((sum, count) => sum + count, 0)
      // an attacker that starves on a busy machine proves nothing
      if (sent > 0)
        report({
          what: `${name}: the attacker's calls that ended`,
          value: (100 * (sent - (told.unanswered ?? 0))) / sent,
          unit: '%',
          limit: 50,
          atLeast: true,
        })
      const refused = Object.keys(add([...quiet, ...attacked])).filter(status => status !== '200')
      if (refused.length > 0 || told['500']) process.exitCode = 1
    }
    console.log(`load average ${loadavg()[0]!.toFixed(1)}`)
  } finally {
    attacker.end()
    await server.end('SIGTERM')
  }
})
