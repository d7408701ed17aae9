// Usual stays over HTTP: learned from one's own sessions alone, without what a driver took back, and cleared for good.
import { deleteVehicle } from '@parkit/contract/driver/vehicles'
import * as contract from '@parkit/contract/parking/usual'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'

const parkit = await startTestServer({ city: parkingCity() })
afterAll(parkit.stop)
const { start, stop } = parkingActions(parkit)

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const usual = async ({ token }: Driver) => (await parkit.call(contract.usual, {}, { token })).body.Items

/** Parks at that time in Chicago, and leaves after so many seconds. */
const park = async (driver: Driver, at: string, more: Record<string, unknown> = {}, seconds = 1_800) => {
  parkit.clock.set(Temporal.ZonedDateTime.from(`2026-${at}[America/Chicago]`).toInstant())
  const { body, status } = await start(driver, { Minutes: 120, ...more })
  expect(status).toBe(200)
  parkit.clock.advance({ seconds })
  await stop(driver, body.SessionId)
}

test('two mornings at a place are a habit; the last stay comes after it', async () => {
  const [maya, other] = [await parkit.driver({ dollars: 200 }), await parkit.driver({ dollars: 20 })]
  expect(await usual(maya)).toEqual([])
  await park(maya, '04-15T09:00')
  await park(maya, '04-16T09:20')
  await park(maya, '04-17T18:00', { ZoneNumber: zones.garage, Minutes: 60 })
  const place = { ZoneNumber: zones.street, VehicleId: maya.VehicleId, TimeZone: 'America/Chicago' }
  const items = await usual(maya)
  expect(items).toEqual([
    expect.objectContaining({ ...place, Minutes: 120, When: { Days: 'weekdays', Minute: expect.closeTo(550, -1) } }),
    expect.objectContaining({ ZoneNumber: zones.garage, Minutes: 60, When: null }),
  ])
  expect(items[0]!.PlateNumber).not.toBe('')
  expect(await usual(other)).toEqual([])
})

test('a start that was canceled for free is not learned, nor one of a vehicle that is gone', async () => {
  const maya = await parkit.driver({ dollars: 200 })
  const second = await parkit.addVehicle(maya.token, 'AB 2')
  await park(maya, '04-20T09:00', {}, 20)
  expect(await usual(maya)).toEqual([])
  await park(maya, '04-21T09:00', { VehicleId: second })
  expect((await usual(maya)).map(({ VehicleId }) => VehicleId)).toEqual([second])
  await parkit.call(deleteVehicle, { params: { id: second } }, { token: maya.token })
  expect(await usual(maya)).toEqual([])
})

test('clearing forgets what one’s own sessions showed until then, and nobody else’s', async () => {
  const [maya, other] = [await parkit.driver({ dollars: 200 }), await parkit.driver({ dollars: 200 })]
  await park(other, '04-22T08:00')
  for (const day of ['23', '24']) await park(maya, `04-${day}T09:00`)
  const [before] = await usual(maya)
  expect(before!.When).not.toBeNull()
  const cleared = await parkit.call(contract.clearUsual, {}, { token: maya.token })
  expect([cleared.status, cleared.body.Items, await usual(maya)]).toEqual([200, [], []])
  expect(await usual(other)).toHaveLength(1)
  await park(maya, '04-27T09:00')
  expect((await usual(maya)).map(({ When }) => When)).toEqual([null])
})

test('habits end after three months', async () => {
  const maya = await parkit.driver({ dollars: 200 })
  for (const day of ['28', '29']) await park(maya, `04-${day}T09:00`)
  const after = (days: number) =>
    parkit.features.usual.list(maya.driverId, parkit.clock.now().add({ hours: days * 24 }))
  expect((await after(88)).map(({ When }) => When?.Days)).toEqual(['weekdays', undefined])
  expect(await after(91)).toEqual([])
})
