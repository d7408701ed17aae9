// Closures that are drawn, and dated policies of CDS: closures at once, event rates with a second person, the rest refused with a reason.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { type CityRow, createCities } from '#city/cities/cities.ts'
import { listOverrides } from '#city/overrides/overrides.ts'
import { source, testCity } from '#city/places/testing.ts'
import { type Actor, actorOf, approve, listProposals } from '#city/team/team.ts'
import { asOwner } from '#platform/testing.ts'
import { effectsOf } from '#staff/console/effects.ts'
import { memberToken } from '#staff/console/testing.ts'
import { createImports } from './imports.ts'
import { readFile } from './readers.ts'
import { smallFacts, smallFile } from './testing.ts'

const parkit = await startTestServer()
const imports = createImports(parkit)
afterAll(parkit.stop)

let city: CityRow
let rita: Actor
let otto: Exclude<Actor, { command: string }>
beforeAll(async () => {
  const { db } = parkit
  await parkit.loadCity(
    source({ ...testCity(), facts: smallFacts, places: [], names: [], tariffs: [] }, 'import', 'small'),
  )
  await asOwner(db.connectionString, `update city set state = 'setup' where code = 'small'`)
  city = (await createCities(parkit).find('small'))!
  const { import_id } = await imports.check(city, { ...smallFile(), sourceId: 'meters', by: 'Ana' })
  await imports.publish(city, import_id, { by: 'Ana' })
  await memberToken(parkit, 'small', 'Rita', ['rates'])
  await memberToken(parkit, 'small', 'Otto', ['owner'])
  rita = await actorOf(db.pool, 'rita@city.example')
  otto = (await actorOf(db.pool, 'otto@city.example')) as typeof otto
})

const ms = (minutes: number) => noon.add({ minutes }).epochMilliseconds
const feature = (id: string, geometry: object | null, own: object = {}) => ({
  type: 'Feature',
  geometry,
  properties: { id, from: `${noon.add({ minutes: 60 })}`, to: `${noon.add({ minutes: 600 })}`, reason: id, ...own },
})
const checkDrawn = (features: object[], own: object = {}, sourceId = 'drawn') =>
  imports.checkClosures(city, {
    format: 'geojson',
    bytes: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features, ...own })),
    sourceId,
    by: 'Ana',
  })
const taken = async (importId: string) =>
  (await imports.rows(importId, ['added'], null, 100)).map(({ key, after }) => [
    key,
    (after as unknown as { zones: string[] }).zones,
  ])
const refused = async (importId: string) =>
  (await imports.rows(importId, ['refused'], null, 100)).map(({ key, field, reason }) => [key, field, reason])

test('what is drawn closes the zones in it and along it; what meets none, or is no drawing, is refused', async () => {
  const box = [[[-104.99025, 39.74005], [-104.98995, 39.74005], [-104.98995, 39.74025], [-104.99025, 39.74025], [-104.99025, 39.74005]]] // biome-ignore format: one line
  const run = await checkDrawn([
    feature('area', { type: 'Polygon', coordinates: box }),
    // the points lie on a slant, about 14 meters apart
    feature('street', { type: 'LineString', coordinates: [[-104.9905, 39.7405], [-104.9907, 39.7407]] }), // biome-ignore format: one line
    feature('named', { type: 'Point', coordinates: [0, 0] }, { zones: 'A007' }),
    feature('sea', { type: 'Point', coordinates: [-104.5, 39.5] }),
    feature('meters', { type: 'Point', coordinates: [500_000, 4_400_000] }),
    feature('nothing', null),
    feature('broken', { type: 'Polygon', coordinates: 'x' }),
  ])
  const zones = new Map((await taken(run.import_id)) as [string, string[]][])
  expect(zones.get('area')).toEqual(['4101', '4102'])
  expect(zones.get('street')).toEqual(['4104', '4105', '4106', '4107', '41081'])
  expect(zones.get('named')).toHaveLength(1)
  expect(await refused(run.import_id)).toEqual([
    ['sea', 'geometry', 'No zone lies in what is drawn, or within 20 meters along it.'],
    ['meters', 'geometry', expect.stringMatching(/^is not in degrees: save the layer in EPSG:4326/)],
    ['nothing', 'zones', 'is empty'],
    ['broken', 'geometry.coordinates', expect.anything()],
  ])
  const crs = { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } } }
  await expect(checkDrawn([feature('area', { type: 'Polygon', coordinates: box })], crs)).rejects.toThrow('EPSG::3857')
})

const zone = (user_zone_id: string, ...curb_policy_ids: string[]) => ({
  curb_zone_id: `z-${user_zone_id}`,
  user_zone_id,
  geometry: null,
  curb_policy_ids,
})
const ban = [{ activity: 'no parking' }]
const policy = (curb_policy_id: string, rules: object[], span: object = {}, own: object = {}) => ({
  curb_policy_id,
  priority: 1,
  rules,
  time_spans: [{ start_date: ms(90), end_date: ms(600), ...span }],
  ...own,
})
const rate = (own: object = {}) => [
  {
    activity: 'parking',
    rate: [{ rate: 1200, rate_unit: 'hour', increment_duration: 1, increment_amount: 1, ...own }],
  },
]
const everywhere = ['fair', 'match', 'weekly', 'residents', 'tiers', 'past', 'both', 'vast']
const checkCds = (policies: object[], sourceId = 'dated') =>
  imports.checkClosures(city, {
    format: 'cds',
    bytes: Buffer.from(
      JSON.stringify({
        version: '1.1.0',
        currency: 'USD',
        data: { zones: [zone('4101', ...everywhere), zone('A007', 'fair')], policies },
      }),
    ),
    sourceId,
    by: 'Ana',
  })
const overrides = async () =>
  (await listOverrides(parkit.db.pool, city.id, parkit.clock.now()))
    .filter(({ zone_numbers }) => zone_numbers.length > 0)
    .map(({ name, kind, state, zone_numbers }) => [name, kind, state, zone_numbers.length])
    .toSorted()

const fair = policy('fair', ban, {}, { name: 'Street fair' })
const match = policy('match', rate(), {}, { name: 'Match' })
const proposals = async () =>
  (await listProposals(parkit.db.pool, city.id, 100, null, null, null)).map(({ proposal_id }) => proposal_id)

test('dated policies of CDS are closures and event rates; what is neither is refused with a reason', async () => {
  const run = await checkCds([
    fair,
    match,
    { curb_policy_id: 'always', priority: 1, rules: ban },
    policy('weekly', ban, { days_of_week: ['mon'] }),
    policy('residents', [{ activity: 'no parking', user_classes_except: ['resident'] }]),
    policy('tiers', rate({ end_duration: 1 })),
    policy('past', ban, { start_date: ms(-600), end_date: ms(-60) }),
    policy('both', [...ban, ...rate()]),
    policy('nowhere', ban),
    policy('vast', ban, { end_date: 1e18 }),
  ])
  expect(run.counters).toMatchObject({ read: 9, added: 2, refused: 7 })
  expect((await refused(run.import_id)).map(([key, field]) => [key, field])).toEqual([
    ['weekly', 'time_spans.days_of_week'],
    ['residents', 'rules.user_classes_except'],
    ['tiers', 'rules.rate'],
    ['past', 'time_spans.end_date'],
    ['both', 'rules.activity'],
    ['nowhere', 'curb_policy_ids'],
    ['vast', 'time_spans.end_date'],
  ])
})

test('a closure of CDS holds at once; an event rate names a person, and in a live city waits for a second one', async () => {
  await asOwner(parkit.db.connectionString, `update city set state = 'live' where code = 'small'`)
  const publish = async (policies: object[], actor: Actor) =>
    imports.publish(city, (await checkCds(policies)).import_id, { actor, confirmed: city.name })
  await expect(publish([fair, match], { command: 'Ana' })).rejects.toMatchObject({ code: 'needs_approval' })
  expect(await overrides()).toEqual([])
  const run = await publish([fair, match], rita)
  expect(await overrides()).toEqual([
    ['Match', 'rate', 'draft', 1],
    ['Street fair', 'closed', 'published', 2],
  ])
  expect(await proposals()).toHaveLength(1)
  expect((await checkCds([fair, match])).counters).toMatchObject({ same: 2 })
  // it is gone from the file: nobody can agree to it any more
  const [first] = await proposals()
  await publish([fair], rita)
  const agree = (id: string) =>
    parkit.db.transaction(tx => approve(tx, city, id, otto, effectsOf(parkit), parkit.clock.now()))
  await expect(agree(first!)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(await overrides()).toEqual([['Street fair', 'closed', 'published', 2]])
  expect(run.state).toBe('published')

  const again = await publish([fair, match], rita)
  await agree((await proposals()).find(id => id !== first)!)
  expect(await overrides()).toContainEqual(['Match', 'rate', 'published', 1])
  expect(await imports.undo(city, again.import_id, { actor: rita })).toMatchObject({ restored: 1, refused: [] })
  expect(await overrides()).toContainEqual(['Match', 'rate', 'cancelled', 1])
})

test('a policy that begins and ends within days is read as a rule of exactly those hours', () => {
  const at = (local: string) => Temporal.ZonedDateTime.from(`${local}[${smallFacts.timeZone}]`).epochMilliseconds
  const read = (span: object) => {
    const line = { type: 'LineString', coordinates: [[-104.99, 39.74], [-104.989, 39.74]] } // biome-ignore format: one line
    const zones = [{ ...zone('4101', 'fair'), geometry: line, num_spaces: 3 }]
    const json = { version: '1.1.0', currency: 'USD', data: { zones, policies: [policy('fair', ban, span)] } }
    const { books, refused } = readFile({ format: 'cds', bytes: Buffer.from(JSON.stringify(json)) }, smallFacts)
    return refused[0]?.field ?? books[0]!.book.rules[0]!.when
  }
  const day = (from: string, before: string, own: object = {}) => ({
    dateOf: 'minute',
    fromDate: from,
    beforeDate: before,
    ...own,
  })
  const span = (from: string, to: string, own = {}) => read({ start_date: at(from), end_date: at(to), ...own })
  expect(span('2026-11-26T15:00', '2026-11-28T02:30')).toEqual([
    day('2026-11-26', '2026-11-27', { from: '15:00', to: '24:00' }),
    day('2026-11-27', '2026-11-28'),
    day('2026-11-28', '2026-11-29', { from: '00:00', to: '02:30' }),
  ])
  expect(span('2026-11-26T15:00', '2026-11-26T18:00')).toEqual([
    day('2026-11-26', '2026-11-27', { from: '15:00', to: '18:00' }),
  ])
  expect(span('2026-11-26T00:00', '2026-11-28T00:00')).toEqual([day('2026-11-26', '2026-11-28')])
  // with hours of its own: only where both hold
  const hours = { time_of_day_start: '08:00', time_of_day_end: '16:00' }
  expect(span('2026-11-26T15:00', '2026-11-27T07:00', hours)).toEqual([
    day('2026-11-26', '2026-11-27', { from: '15:00', to: '16:00' }),
  ])
  expect(span('2026-11-26T17:00', '2026-11-27T07:00', hours)).toBe('time_spans')
  expect(span('2026-11-27T00:00', '2026-11-26T00:00')).toBe('time_spans.end_date')
})
