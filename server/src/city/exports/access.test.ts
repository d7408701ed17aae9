// Who may read exports over HTTP: everybody, holders of the city's own credential, and of when cars parked nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { source, testCity, testFacts } from '#city/places/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'
import { curbZoneId } from './cds-zones.ts'
import { cdsModel, faultsOf, schemasFolder } from './schemas-testing.ts'

const parkit = await startTestServer({ city: parkingCity() })
const { start, stop } = parkingActions(parkit)
afterAll(parkit.stop)
const { access } = parkit.features.exports

const other = { ...testCity(), facts: testFacts({ name: 'Other City' }), places: [] }
beforeAll(async () => {
  await parkit.loadCity(source(other, 'first', 'other'))
})

const read = async (path: string, token?: string) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const reply = await parkit.app.inject({ url: `/api/${path}`, headers })
  return { status: reply.statusCode, text: reply.payload, headers: reply.headers }
}
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map(row => row.split(',').map(cell => cell.replaceAll('"', '')))

test('a closed city is read by its own credential alone, and nobody between may keep the answer', async () => {
  expect((await read('Export/test/zones.csv')).headers['cache-control']).toBe('public, max-age=60')
  await access.setOpen('test', false)
  const mine = await access.invite('test', 'Map', ['places'], noon)
  const foreign = await access.invite('other', 'Map', ['places'], noon)
  const { token: driver } = await parkit.driver()
  for (const path of [
    'Export/test/zones.csv',
    'Export/test/zones.geojson',
    'Export/test/rates.csv',
    'Export/test/counts.csv',
    'Cds/test/curbs/zones',
    'Cds/test/curbs/policies',
    'Cds/test/curbs/areas',
    'Cds/test/curbs/spaces',
    'Cds/test/events/status',
    'Cds/test/metrics/aggregates',
    'Apds/test/v4/places',
    'Apds/test/v4/rates',
    'Apds/test/v4/rights/specs',
  ]) {
    expect([path, (await read(path)).status]).toEqual([path, 401])
    for (const token of [foreign, driver]) expect([path, (await read(path, token)).status]).toEqual([path, 404])
    const { status, headers } = await read(path, mine)
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'private, max-age=60'])
    expect(headers.vary).toContain('authorization')
  }
  expect((await read('Export/other/zones.csv')).status).toBe(200)
  await access.setOpen('test', true)
  expect((await read('Export/test/zones.csv')).status).toBe(200)
})

test('a new credential of a name ends the old, and one that has ended opens nothing', async () => {
  await access.setOpen('other', false)
  const first = await access.invite('other', 'Planner', ['places'], noon)
  const second = await access.invite('other', 'Planner', ['places'], noon)
  expect((await read('Export/other/zones.csv', first)).status).toBe(404)
  expect((await read('Export/other/zones.csv', second)).status).toBe(200)
  const used = await parkit.db.pool.query<{ on: string }>(
    `select last_used_on::text as on from credential where name = 'Planner' and ended_at is null`,
  )
  expect(used.rows).toEqual([{ on: '2026-04-14' }])
  await access.end('other', 'Planner', noon)
  expect((await read('Export/other/zones.csv', second)).status).toBe(404)
  await expect(access.end('other', 'Planner', noon)).rejects.toThrow('no credential')
  await expect(access.invite('nowhere', 'Planner', ['places'], noon)).rejects.toThrow('No city')
})

test('when cars parked: by token for it alone, without plates, accounts, or seconds', async () => {
  parkit.clock.set(noon.add({ seconds: 42 }))
  const maya = await parkit.driver({ dollars: 100 })
  const { body } = await start(maya, { ZoneNumber: zones.street, VehicleId: maya.VehicleId, Minutes: 60 })
  parkit.clock.advance({ minutes: 30 })
  await stop(maya, body.SessionId)

  const places = await access.invite('test', 'Places', ['places'], noon)
  const stays = await access.invite('test', 'Stays', ['places', 'stays'], noon)
  for (const path of ['Export/test/sessions.csv', 'Cds/test/metrics/sessions']) {
    expect((await read(path)).status).toBe(401)
    expect((await read(path, places)).status).toBe(404)
    const { status, text, headers } = await read(path, stays)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(text).not.toContain(body.SessionId)
    for (const own of [maya.driverId, maya.VehicleId, maya.email]) expect(text).not.toContain(own)
  }
  const minute = noon.epochMilliseconds
  const sessions = await read('Cds/test/metrics/sessions', stays)
  expect(sessions.headers['content-type']).toBe('application/vnd.cds+csv;version=1.1')
  expect(rowsOf(sessions.text)).toEqual([
    ['session_type', 'event_time_start', 'event_time_end', 'curb_zone_id'],
    ['parking', String(minute), String(minute + 30 * 60_000), curbZoneId('test', zones.street)],
  ])
  const [, row] = rowsOf((await read('Export/test/sessions.csv', stays)).text)
  expect(row!.slice(1, 4)).toEqual([zones.street, '2026-04-14T17:00:00Z', '2026-04-14T17:30:00Z'])
  expect(Number(row![4])).toBeGreaterThan(0)
  const range = `start_time=${minute + 60_000}&end_time=${minute + 120_000}`
  expect(rowsOf((await read(`Cds/test/metrics/sessions?${range}`, stays)).text)).toHaveLength(1)
  expect((await read('Cds/test/metrics/sessions?start_time=0', stays)).status).toBe(400)
  expect((await read('Cds/test/metrics/sessions?start_time=2&end_time=1', stays)).status).toBe(400)
})

test('aggregates count by the local hour; an average of fewer than five stays is not told', async () => {
  const zone = curbZoneId('test', zones.street)
  const { text } = await read('Cds/test/metrics/aggregates')
  const rows = rowsOf(text)
  expect(rows.slice(1)).toEqual([
    ['zone', zone, 'total_sessions', '2026-04-14', '12', '1'],
    ['zone', zone, 'turnover', '2026-04-14', '12', '1'],
  ])
  if (schemasFolder) {
    const validate = cdsModel('aggregate')
    for (const row of rows.slice(1)) {
      const named = Object.fromEntries(row.map((cell, i) => [rows[0]![i]!, i > 3 ? Number(cell) : cell]))
      expect(faultsOf(validate, named)).toEqual([])
    }
  }
  for (let more = 0; more < 5; more++) {
    const driver = await parkit.driver({ dollars: 100 })
    const { body } = await start(driver, { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes: 60 })
    parkit.clock.advance({ minutes: 4 })
    await stop(driver, body.SessionId)
  }
  expect((await read('Cds/test/metrics/aggregates')).text).toContain('average_dwell_time')
})
