// A city's busy hour: paid calls and reads at a fixed rate, and how late each is answered; beside it a bare route: `node bench/busy-hour.ts [seconds] [paid a second] [reads a second]`.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import * as places from '@parkit/contract/city/places'
import { type Driver, require } from '../e2e/api.ts'
import { startServer } from '../e2e/server.ts'
import { anyRead, arrive, bearer } from './arrivals.ts'
import { withDrivers } from './drivers.ts'
import { report } from './figures.ts'
import { journey, type Send } from './journey.ts'
import { type Connection, openConnection } from './load-client.ts'

const [seconds = 600, paidRate = 150, readRate = 2_200] = process.argv.slice(2).map(Number)
/** a start, an extension, a stop */
const paidPerJourney = 3
const drivers = 48
const readers = 64
const limitMs = { paid: 250, reads: 100 }
/** what comes before is the server warming up */
const warmUpSeconds = Math.min(15, seconds / 4)

type Times = Record<keyof typeof limitMs, number[]>
/** `loops`: what the same work took the processor, once a second */
type Minute = { times: Times; loops: number[] }
type Measured = { minutes: Minute[]; tookSeconds: number }

const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A machine that others share gives now more, now less of itself: how long the same million additions take, in milliseconds. */
const loopMs = (): number => {
  const began = processorMs()
  let sum = 0
  for (let i = 0; i < 1_000_000; i++) sum += i
  return sum > 0 ? processorMs() - began : 0
}

const ok = <R extends { status: number; body: string }>(reply: R): R => {
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.body}`)
  return reply
}

const measure = async (address: string, all: Driver[], zone: string): Promise<Measured> => {
  const minutes: Minute[] = []
  const from = performance.now() + warmUpSeconds * 1000
  const minuteOf = (ms: number): Minute =>
    (minutes[Math.floor((ms - from) / 60_000)] ??= { times: { paid: [], reads: [] }, loops: [] })
  const keep = (kind: keyof Times, dueMs: number) => {
    if (dueMs >= from) minuteOf(dueMs).times[kind].push(performance.now() - dueMs)
  }
  const paying = await Promise.all(all.map(() => openConnection(address)))
  const reading = await Promise.all(Array.from({ length: readers }, () => openConnection(address)))
  const timer = setInterval(() => {
    if (performance.now() >= from) minuteOf(performance.now()).loops.push(loopMs())
  }, 1000)
  await Promise.all([
    arrive({ rate: paidRate / paidPerJourney, workers: all.length, seconds }, async (worker, dueMs) => {
      const driver = all[worker]!
      let from = dueMs
      const send: Send = async (declared, input, key) => {
        const headers = { ...bearer(driver), ...(key && { 'idempotency-key': key }) }
        const { body } = ok(await paying[worker]!.post(declared.path, headers, (input as { body: unknown }).body))
        keep(key ? 'paid' : 'reads', from)
        from = performance.now()
        return JSON.parse(body)
      }
      await journey(send, zone, driver.vehicleId)
    }),
    arrive({ rate: readRate, workers: readers, seconds }, async (worker, dueMs) => {
      const driver = all[worker % all.length]!
      ok(await reading[worker]!.get(anyRead(zone), bearer(driver)))
      keep('reads', dueMs)
    }),
  ])
  for (const connection of [...paying, ...reading]) connection.end()
  clearInterval(timer)
  return { minutes, tookSeconds: (performance.now() - from) / 1000 }
}

/** Answers a second where each of a few connections asks again at once. */
const mostPerSecond = async (address: string, path: string): Promise<number> => {
  const connections = await Promise.all(Array.from({ length: 16 }, () => openConnection(address)))
  let done = 0
  const began = performance.now()
  const ask = async (connection: Connection) => {
    while (performance.now() - began < 3_000) {
      ok(await connection.get(path, {}))
      done++
    }
  }
  await Promise.all(connections.map(ask))
  const rate = (done / (performance.now() - began)) * 1000
  for (const connection of connections) connection.end()
  return rate
}

await withDrivers(drivers, async ({ address, drivers: all, zone }) => {
  const { minutes, tookSeconds } = await measure(address, all, zone)
  const atShare = (taken: number[], share: number) => taken.sort((a, b) => a - b)[Math.floor(taken.length * share)] ?? 0
  const fullSpeedMs = Math.min(...minutes.flatMap(({ loops }) => loops))
  for (const [n, { times, loops }] of minutes.entries()) {
    const p99 = (kind: keyof Times) => `${kind} p99 ${atShare(times[kind], 0.99).toFixed(0)} ms`
    const speed = (100 * fullSpeedMs) / atShare(loops, 0.5)
    console.log(
      `minute ${n + 1}: ${p99('paid')}, ${p99('reads')}; the processor gave ${speed.toFixed(0)} % of its most`,
    )
  }
  for (const kind of ['paid', 'reads'] as const) {
    const taken = minutes.flatMap(({ times }) => times[kind])
    report({ what: `${kind} calls without an error`, value: taken.length / tookSeconds, unit: 'a second' })
    report({ what: `${kind} calls, p50`, value: atShare(taken, 0.5), unit: 'ms' })
    report({ what: `${kind} calls, p99`, value: atShare(taken, 0.99), unit: 'ms', limit: limitMs[kind] })
  }
  const params = { zone }
  const text = JSON.stringify(await require(address, places.zone, { params, query: {} }))
  const bare = await startServer({ TEXT: text }, join(import.meta.dirname, 'bare-server.ts'))
  const path = places.zone.path.replace(':zone', zone)
  const ours = await mostPerSecond(address, path)
  const least = await mostPerSecond(bare.address, '/')
  await bare.end('SIGTERM')
  const peer = { what: 'a bare Fastify route with the same text', value: least }
  report({ what: "a zone's sign", value: ours, unit: 'a second', peer })
  console.log(`load average ${loadavg()[0]!.toFixed(1)}`)
})
