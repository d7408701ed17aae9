// Saved places over HTTP: one Home and one Work, the driver's own alone, and no more than the list holds.
import * as contract from '@parkit/contract/city/saved'
import { savedPlaces as limits } from '@parkit/contract/platform/limits'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'

const parkit = await startTestServer({ city: parkingCity() })
afterAll(parkit.stop)

type Driver = { token: string }
const list = async ({ token }: Driver) => (await parkit.call(contract.listSaved, {}, { token })).body.Items
const save = ({ token }: Driver, ZoneNumber: string, Kind: string, Label?: string) =>
  parkit.call(contract.savePlace, { body: { ZoneNumber, Kind, ...(Label !== undefined && { Label }) } }, { token })
const kinds = async (driver: Driver) => (await list(driver)).map(({ Kind, ZoneNumber }) => `${Kind} ${ZoneNumber}`)

test('Home and Work come first, each is at one place, and a place is saved once', async () => {
  const [maya, other] = [await parkit.driver({ dollars: 0 }), await parkit.driver({ dollars: 0 })]
  await save(maya, zones.free, 'other', ' Mom ')
  await save(maya, zones.street, 'work', 'not kept')
  expect((await save(maya, zones.garage, 'home')).body.Items).toEqual([
    expect.objectContaining({ Kind: 'home', ZoneNumber: zones.garage, TimeZone: 'America/Chicago', Label: '' }),
    expect.objectContaining({ Kind: 'work', ZoneNumber: zones.street, Label: '' }),
    expect.objectContaining({ Kind: 'other', ZoneNumber: zones.free, Label: 'Mom' }),
  ])
  expect(await list(other)).toEqual([])
  await save(other, zones.garage, 'home')

  // it moved
  await save(maya, zones.free, 'home')
  expect(await kinds(maya)).toEqual([`home ${zones.free}`, `work ${zones.street}`])
  // and became another
  await save(maya, zones.free, 'work')
  expect(await kinds(maya)).toEqual([`work ${zones.free}`])
  const removed = await parkit.call(contract.removeSaved, { params: { zone: zones.free } }, { token: maya.token })
  expect(removed.body.Items).toEqual([])
  expect(await kinds(other)).toEqual([`home ${zones.garage}`])
})

test('what is wrong is refused at its field; the list holds so many', async () => {
  const maya = await parkit.driver({ dollars: 0 })
  expect((await save(maya, '999999', 'home')).error.Code).toBe('unknown_zone')
  expect((await save(maya, zones.free, 'cabin')).error.Fields).toHaveProperty('Kind')
  const tooLong = await save(maya, zones.free, 'other', 'x'.repeat(limits.mostLabel + 1))
  expect(tooLong.error.Fields).toHaveProperty('Label')
  await parkit.db.pool.query(
    `insert into saved_place (driver_id, zone_number, kind, label, saved_at)
       select $1, 'x' || n, 'other', '', now() from generate_series(1, $2) as n`,
    [maya.driverId, limits.most],
  )
  expect((await save(maya, zones.free, 'other')).error.Code).toBe('saved_many')
})

test('pressed on two phones at once, there is one Home', async () => {
  const maya = await parkit.driver({ dollars: 0 })
  const both = await Promise.all([save(maya, zones.free, 'home'), save(maya, zones.street, 'home')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await kinds(maya)).length).toBe(1)
})
