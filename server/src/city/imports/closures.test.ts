// Closures that a file brings: checked row by row, published together, followed by drivers who are parked there, changed, and undone.
import { afterAll, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { listCities } from '#city/cities/cities.ts'
import { listOverrides } from '#city/overrides/overrides.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { changeActions, changeCity } from '#parking/sessions/change-testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { createImports } from './imports.ts'

const parkit = await startTestServer({ city: changeCity() })
const { start, balance } = parkingActions(parkit)
const { detail } = changeActions(parkit)
const imports = createImports(parkit)
const [city] = (await listCities(parkit.db.pool)) as [Awaited<ReturnType<typeof listCities>>[number]]
afterAll(() => parkit.stop())

/** So many minutes from noon, in the city. */
const local = (minutes: number) =>
  noon.add({ minutes }).toZonedDateTimeISO(city.timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
const fair = `fair,${zones.street},${local(60)},${local(300)},Street fair,`
const snow = `snow,"${zones.street}; ${zones.garage}",${local(3000)},${local(4000)},Snow,yes`
const check = (rows: string[], own: object = {}) =>
  imports.checkClosures(city, {
    format: 'csv',
    bytes: Buffer.from(['id,zones,from,to,reason,tow', ...rows].join('\n')),
    sourceId: 'works',
    by: 'Ana',
    ...own,
  })
const publish = async (rows: string[], confirmed?: string) => {
  const { import_id } = await check(rows)
  return imports.publish(city, import_id, { by: 'Ana', confirmed })
}
const published = async () =>
  (await listOverrides(parkit.db.pool, city.id, parkit.clock.now()))
    .filter(({ state }) => state === 'published')
    .map(({ name, tow, ends_at, zone_numbers }) => [name, tow, `${ends_at}`, zone_numbers])

test('a row with an amount is an event rate, paid by begun hours', async () => {
  const rows = [
    `match,${zones.street},${local(60)},${local(300)},Match,,12.00`,
    `tow,${zones.street},${local(60)},${local(300)},Match,yes,12`,
  ]
  const bytes = Buffer.from(['id,zones,from,to,reason,tow,perHour', ...rows].join('\n'))
  const run = await check([], { bytes, sourceId: 'matches' })
  const [added, refused] = await imports.rows(run.import_id, ['added', 'refused'], null, 100)
  expect(added!.after).toMatchObject({ name: 'Match', price: { cents: 1_200, stepSeconds: 3_600 } })
  expect(refused).toMatchObject({ key: 'tow', field: 'tow' })
})

test('each row is taken, or refused with its field; the check closes nothing', async () => {
  const run = await check([
    fair,
    snow,
    `gone,9999999,${local(60)},${local(90)},Works,`,
    `back,${zones.street},${local(90)},${local(60)},Works,`,
    `past,${zones.street},${local(-90)},${local(-60)},Works,`,
    `when,${zones.street},tomorrow,${local(60)},Works,`,
    `why,${zones.street},${local(60)},${local(90)},,`,
    `tow,${zones.street},${local(60)},${local(90)},Works,perhaps`,
    fair,
    `,${zones.street},${local(60)},${local(90)},Works,`,
  ])
  expect(run.counters).toMatchObject({ read: 10, added: 2, refused: 8, withdrawn: 0 })
  const refused = await imports.rows(run.import_id, ['refused'], null, 100)
  expect(refused.map(({ rowNo, key, field }) => [rowNo, key, field])).toEqual([
    [3, 'gone', 'zones'],
    [4, 'back', 'to'],
    [5, 'past', 'to'],
    [6, 'when', 'from'],
    [7, 'why', 'reason'],
    [8, 'tow', 'tow'],
    [9, 'fair', 'id'],
    [10, '', 'id'],
  ])
  expect(await published()).toEqual([])
})

test('a table without a column that closures need is refused whole, with the columns that it has', async () => {
  const rows = ['Nr;Zonen;Beginn;Ende;Grund', `fair;${zones.street};${local(60)};${local(90)};Fest`].join('\n')
  const file = { bytes: Buffer.from(`sep=;\n${rows}`) }
  await expect(check([], file)).rejects.toThrow(
    'No row has the column “id”. The columns are: Nr, Zonen, Beginn, Ende, Grund.',
  )
  const mapping = JSON.stringify({ format: 'csv', id: '{Nr}', zones: '{Zonen}', from: '{Beginn}', to: '{Ende}', reason: '{Grund}' }) // biome-ignore format: one line
  expect((await check([], { ...file, mapping })).counters).toMatchObject({ read: 1, added: 1, refused: 0 })
})

test('a driver who is parked in one is cut and gets the rest back; the same file again changes nothing', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver, { Minutes: 240 })
  const before = await balance(driver)
  const run = await publish([fair, snow])
  expect(run).toMatchObject({ state: 'published', counters: { added: 2 } })
  await parkit.jobs.runDue()
  expect(await detail(driver, body.SessionId)).toMatchObject({ EndsAt: `${noon.add({ minutes: 60 })}` })
  expect(await balance(driver)).toBeGreaterThan(before)
  expect(await published()).toEqual([
    ['Street fair', false, `${noon.add({ minutes: 300 })}`, [zones.street]],
    ['Snow', true, `${noon.add({ minutes: 4000 })}`, [zones.street, zones.garage].toSorted()],
  ])
  await expect(imports.publish(city, run.import_id, { by: 'Ana' })).rejects.toMatchObject({ code: 'import_state' })
  const again = await check([fair, snow])
  expect(again.counters).toMatchObject({ same: 2, added: 0, changed: 0, withdrawn: 0 })
})

test('a row that changes is published anew, one that is gone is canceled, a refused one stays; all of it is undone', async () => {
  const before = await published()
  const longer = fair.replace(local(300), local(400))
  const run = await check([longer])
  expect(run.counters).toMatchObject({ changed: 1, withdrawn: 1 })
  const stale = await check([snow])
  await imports.publish(city, run.import_id, { by: 'Ana' })
  expect(await published()).toEqual([['Street fair', false, `${noon.add({ minutes: 400 })}`, [zones.street]]])
  await expect(imports.publish(city, stale.import_id, { by: 'Ana' })).rejects.toMatchObject({ code: 'import_stale' })
  expect((await check([fair.replace(local(60), 'soon')])).counters).toMatchObject({ refused: 1, withdrawn: 0 })
  expect(await imports.undo(city, run.import_id, { actor: { command: 'Ana' } })).toMatchObject({
    restored: 2,
    refused: [],
  })
  expect(await published()).toEqual(before)
})

test('an empty file cancels all under the city’s name alone; places and closures are sources of their own', async () => {
  const run = await check([])
  await expect(imports.publish(city, run.import_id, { by: 'Ana' })).rejects.toMatchObject({ code: 'name_needed' })
  await imports.publish(city, run.import_id, { by: 'Ana', confirmed: city.name })
  expect(await published()).toEqual([])
  const places = { format: 'parkapi' as const, bytes: Buffer.from('{"items":[]}'), sourceId: 'works', by: 'Ana' }
  await expect(imports.check(city, places)).rejects.toThrow('sources of their own')
})

test('a table with other columns is read by its mapping, and GeoJSON likewise', async () => {
  const mapping =
    'format: geojson\nid: "{key}"\nzones: "{zone}"\nfrom: "{start}"\nto: "{end}"\nreason: "Sweeping {key}"'
  const properties = { key: 7, zone: zones.street, start: local(5000), end: local(5100) }
  const features = [{ type: 'Feature', geometry: null, properties }]
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  const run = await check([], { format: 'geojson', bytes, mapping })
  expect(run.counters).toMatchObject({ read: 1, added: 1 })
  const [row] = await imports.rows(run.import_id, ['added'], null, 10)
  expect(row!.after).toMatchObject({ name: 'Sweeping 7', zones: [zones.street] })
})
