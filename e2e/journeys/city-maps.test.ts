// The map of a second city: its own streets where it has no tiles, then an archive in Protomaps' layers, with the credit of each.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import GeoJSONVT from 'geojson-vt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import vtpbf from 'vt-pbf'
import { loadWhole } from '../../server/src/city/bundled/testing.ts'
import { archiveOf } from '../../server/src/city/maps/archive-testing.ts'
import { source, testCity, testFacts, testPlace } from '../../server/src/city/places/testing.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/db.ts'
import { asOwner, connectionTo } from '../../server/src/platform/testing.ts'
import { registerDriver } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { newDataDir, type Server, startServer } from '../server.ts'
import { signIn } from '../sign-in.ts'

const own = `maps_${randomUUID().replaceAll('-', '')}`
const databaseUrl = connectionTo(inject('databaseUrl'), own)
const { dataDir, remove } = newDataDir()
const denver = { latitude: 39.7392, longitude: -104.9903 }
let browser: Browser
let server: Server

beforeAll(async () => {
  await asOwner(inject('databaseUrl'), `create database ${own}`)
  ;[browser, server] = await Promise.all([openBrowser(), startServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })])
  const city = { ...testCity(), facts: testFacts({ name: 'Denver', ...denver }), names: [] }
  const outline = [-0.004, 0.004].map((east): [number, number] => [denver.longitude + east, denver.latitude])
  const place = { ...denver, name: '0–99 Main St', address: '0–99 Main St', kind: 'street' as const, outline }
  city.places = [testPlace('7001', 0, place)]
  const db = openDatabase({ connectionString: databaseUrl, poolSize: 2 })
  await loadWhole({ db, clock: systemClock }, source(city, 'first', 'denver'))
  await db.close()
})
afterAll(async () => {
  await browser.close()
  await server.end('SIGTERM')
  await asOwner(inject('databaseUrl'), `drop database ${own} with (force)`)
  remove()
})

/** How many pixels of the map's ground have a color of the design. */
const painted = (page: Page, token: string): Promise<number> =>
  page.evaluate(name => {
    const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name)
    probe.fillRect(0, 0, 1, 1)
    const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data
    let count = 0
    for (const tile of document.querySelectorAll<HTMLCanvasElement>('.city-map canvas')) {
      if (tile.width === 0) continue
      probe.canvas.width = tile.width
      probe.canvas.height = tile.height
      probe.drawImage(tile, 0, 0)
      const { data } = probe.getImageData(0, 0, tile.width, tile.height)
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) count++
    }
    return count
  }, token)

const openPlace = async () => {
  const driver = await registerDriver(server.address, 0, [])
  const opened = await openContext(browser, server.address)
  await signIn(opened.page, driver)
  await opened.page.goto('/parkdetails?zone=denver/7001')
  await opened.page.getByRole('heading', { name: '0–99 Main St' }).waitFor()
  return opened
}

test('streets of the city itself stand on its map, which is then drawn from an archive', async () => {
  const { page, faults, context } = await openPlace()
  await expect.poll(() => painted(page, '--map-street')).toBeGreaterThan(300)
  expect(await painted(page, '--map-water')).toBe(0)
  await context.close()

  const lake = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [-0.01, -0.01],
        [0.01, -0.01],
        [0.01, 0.01],
        [-0.01, 0.01],
        [-0.01, -0.01],
      ].map(([east, north]) => [denver.longitude + east!, denver.latitude + north!]),
    ],
  }
  const water = new GeoJSONVT(
    { type: 'Feature', geometry: lake, properties: { kind: 'lake' } },
    { maxZoom: 14, indexMaxZoom: 14 },
  )
  const at = { z: 14, x: 3413, y: 6218 }
  const tiles = [-1, 0, 1].flatMap(right =>
    [-1, 0, 1].flatMap(down => {
      const tile = water.getTile(at.z, at.x + right, at.y + down)
      if (!tile) return []
      return [{ z: at.z, x: at.x + right, y: at.y + down, bytes: vtpbf.fromGeojsonVt({ water: tile }, { version: 2 }) }]
    }),
  )
  const file = join(dataDir, 'denver.pmtiles')
  writeFileSync(file, archiveOf(tiles, [-105.1, 39.6, -104.8, 39.9]))
  const command = join(import.meta.dirname, '../../server/src/city/maps/command.ts')
  const { status, stderr } = spawnSync(process.execPath, [command, 'denver', file, '--credit', '© Denver'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])

  const next = await openPlace()
  await expect.poll(() => painted(next.page, '--map-water')).toBeGreaterThan(10_000)
  await next.page.getByText('© Denver').waitFor()
  expect([faults, next.faults]).toEqual([[], []])
  await next.context.close()
})
