// 1,000 to 1,000,000 zones: start, memory, the nearest 20, and parts of the map: `node bench/zones.ts [sizes]`.
import { readFileSync } from 'node:fs'
import { find, mapView } from '@parkit/contract/city/places'
import { newDataDir, startServer } from '../e2e/server.ts'
import { loadPlaceIndex } from '../server/src/city/places/place-index.ts'
import { openDatabase } from '../server/src/platform/db.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { type Point, printCurve, quantiles, timeEach } from './growth.ts'
import { openConnection } from './load-client.ts'
import { fillPlaces, indexPositions, openNearest } from './places-store.ts'

const sizes = (process.argv[2] ?? '1000,10000,100000,1000000').split(',').map(Number)
const searches = 1_000
const radiusMetres = 10_000
/** a square of so many degrees around the middle of the city, about 110 × 83 km */
const degrees = 1
const middle = { latitude: 41.882, longitude: -87.6278 }

const somewhere = () => ({
  latitude: middle.latitude + (Math.random() - 0.5) * degrees,
  longitude: middle.longitude + (Math.random() - 0.5) * degrees,
})

/** What a desktop's window shows at a zoom, as a query. */
const partAt = (zoom: number): string => {
  const { latitude, longitude } = somewhere()
  const degreesPerPx = 360 / (256 * 2 ** zoom)
  const [east, north] = [degreesPerPx * 960, degreesPerPx * 540 * Math.cos((latitude * Math.PI) / 180)]
  const sides = { West: longitude - east, South: latitude - north, East: longitude + east, North: latitude + north }
  return new URLSearchParams({ ...sides, Zoom: zoom } as unknown as Record<string, string>).toString()
}
const mapZooms = [9, 11, 12, 13, 14, 15, 16, 17, 18]

/** MB of a process. */
const memoryMb = (pid: number) =>
  Number(/^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) / 1024

const measure = async (zones: number): Promise<Point['figures']> => {
  const { dataDir, remove } = newDataDir()
  const postgres = await startPostgres({ dataDir, durable: false })
  try {
    const { connectionString } = postgres
    await migrate({ connectionString })
    await fillPlaces(connectionString, { zones, degrees, ...middle })
    await indexPositions(connectionString)

    const began = performance.now()
    const server = await startServer({ DATABASE_URL: connectionString })
    const startMs = performance.now() - began
    const connection = await openConnection(server.address)
    const overHttp = async () => {
      const { latitude, longitude } = somewhere()
      const query = `Latitude=${latitude.toFixed(5)}&Longitude=${longitude.toFixed(5)}&Radius=${radiusMetres}`
      const { status, body } = await connection.get(`${find.path}?${query}`, {})
      if (status !== 200) throw new Error(body)
    }
    await timeEach(200, overHttp)
    const http = quantiles(await timeEach(searches, overHttp))
    const overMap = async (n: number) => {
      const { status, body } = await connection.get(`${mapView.path}?${partAt(mapZooms[n % mapZooms.length]!)}`, {})
      if (status !== 200) throw new Error(body)
    }
    await timeEach(200, overMap)
    const map = quantiles(await timeEach(searches, overMap))
    const memory = memoryMb(server.pid)
    connection.end()
    await server.end('SIGTERM')

    const db = openDatabase({ connectionString, poolSize: 1 })
    const places = await loadPlaceIndex(db.pool, Temporal.Now.instant())
    await db.close()
    const inProcess = async () => places.nearest(somewhere(), 20, radiusMetres, () => true)
    await timeEach(200, inProcess)
    const here = quantiles(await timeEach(searches, inProcess))

    const { nearest, end } = await openNearest(connectionString)
    const inDatabase = () => nearest(somewhere())
    await timeEach(200, inDatabase)
    const there = quantiles(await timeEach(searches, inDatabase))
    await end()
    return {
      'start ms': startMs,
      'memory MB': memory,
      'HTTP p50 ms': http.p50,
      p99: http.p99,
      'map p50 ms': map.p50,
      'p99   ': map.p99,
      'in process p50 ms': here.p50,
      'p99 ': here.p99,
      'in database p50 ms': there.p50,
      'p99  ': there.p99,
    }
  } finally {
    await postgres.stop()
    remove()
  }
}

const points: Point[] = []
for (const size of sizes) points.push({ size, figures: await measure(size) })
printCurve('Zones: start, memory, the nearest 20, and parts of the map', 'zones', points)
