// `npm run signs` beside several cities: it asks which one, prints that one's zones alone, and every city has terms for its signs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { source, testCity, testFacts, testPlace } from '#city/places/testing.ts'
import { asOwner } from '#platform/testing.ts'

const parkit = await startTestServer()
const folder = mkdtempSync(join(tmpdir(), 'parkit-print-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await parkit.stop()
})

const print = (...options: string[]) => {
  const { connectionString } = parkit.db
  return spawnSync(process.execPath, [join(import.meta.dirname, 'print.ts'), ...options], {
    env: { ...process.env, DATABASE_URL: connectionString, DATABASE_SESSION_URL: connectionString },
    encoding: 'utf8',
  })
}

test('a city that is written without terms gets the usual ones with it', async () => {
  await asOwner(
    parkit.db.connectionString,
    `insert into city (code, name, time_zone, country, region, currency, centre_lat, centre_lon, units, languages, support_hours)
       select 'bare', 'Bare', time_zone, country, region, currency, centre_lat, centre_lon, units, languages, support_hours
         from city where code = 'test'`,
  )
  const { statusCode, body } = await parkit.app.inject({ url: '/api/City/bare' })
  expect([statusCode, JSON.parse(body)]).toEqual([200, expect.objectContaining({ Name: 'Bare' })])
  const terms = await asOwner(
    parkit.db.connectionString,
    `select service_fee_cents, version from city_terms join city on city_id = city where code = 'bare'`,
  )
  expect(terms).toEqual([{ service_fee_cents: 35, version: 1 }])
})

test('with several cities the command asks which, and prints the zones of that one alone', async () => {
  const lake = {
    ...testCity(),
    facts: testFacts({ name: 'Lake' }),
    places: [testPlace('9001', 0, { address: '1 Lake St' })],
  }
  await parkit.loadCity(source(lake, 'lake', 'lake'))
  const unnamed = print(join(folder, 'none'))
  expect([unnamed.status, unnamed.stderr.trim()]).toEqual([
    1,
    expect.stringContaining('There are several cities. Name one with --city: bare, lake, test.'),
  ])
  const { status, stdout, stderr } = print(join(folder, 'lake'), '--city', 'lake', '--size', 'a4')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('1 sign on 1 street')
  expect(readdirSync(join(folder, 'lake', 'a4'))).toEqual(['Lake St.pdf'])
})
