// Nearest 20 of 1,000,000 zones over HTTP, p50 and p99 beside the limit: `node bench/nearest.ts [zones] [requests]`.
import { Agent, get } from 'node:http'
import { newDataDir, startServer } from '../e2e/server.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { report } from './figures.ts'
import { quantiles } from './growth.ts'
import { fillPlaces } from './places-store.ts'

const zones = Number(process.argv[2] ?? 1_000_000)
const requests = Number(process.argv[3] ?? 5_000)
const connections = 4
const limitMs = 15
/** a square of so many degrees around the middle of the city, about 110 × 83 km */
const degrees = 1
const middle = { latitude: 41.882, longitude: -87.6278 }

const agent = new Agent({ keepAlive: true, maxSockets: connections })
const read = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, answer => {
      let body = ''
      answer.setEncoding('utf8').on('data', text => (body += text))
      answer.on('end', () => (answer.statusCode === 200 ? resolve(body) : reject(new Error(body))))
    }).on('error', reject)
  })

const somewhere = () => ({
  Latitude: (middle.latitude + (Math.random() - 0.5) * degrees).toFixed(5),
  Longitude: (middle.longitude + (Math.random() - 0.5) * degrees).toFixed(5),
})

/** Milliseconds of each request. */
const measure = async (address: string, count: number): Promise<number[]> => {
  const times: number[] = []
  let left = count
  const driver = async () => {
    while (left-- > 0) {
      const started = performance.now()
      const body = await read(`${address}/api/Parking/Find?${new URLSearchParams({ ...somewhere(), Radius: '10000' })}`)
      times.push(performance.now() - started)
      if (JSON.parse(body).Items.length < Math.min(20, zones)) throw new Error(`Too few: ${body.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, driver))
  return times
}

const { dataDir, remove } = newDataDir()
const postgres = await startPostgres({ dataDir, durable: false })
try {
  await migrate({ connectionString: postgres.connectionString })
  await fillPlaces(postgres.connectionString, { zones, degrees, ...middle })
  const started = performance.now()
  const { address, end } = await startServer({ DATABASE_URL: postgres.connectionString })
  report({ what: `start with ${zones} zones`, value: performance.now() - started, unit: 'ms' })
  try {
    await measure(address, 500)
    const times = await measure(address, requests)
    const { p50, p99 } = quantiles(times)
    const what = `nearest 20 of ${zones} zones, ${connections} connections`
    report({ what: `${what}, p50`, value: p50, unit: 'ms' })
    report({ what: `${what}, p99`, value: p99, unit: 'ms', limit: limitMs })
  } finally {
    await end('SIGTERM')
  }
} finally {
  agent.destroy()
  await postgres.stop()
  remove()
}
