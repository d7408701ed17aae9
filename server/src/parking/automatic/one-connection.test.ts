// Code in a transaction uses no second connection: with a pool of one, many sessions still start, extend and stop automatically.
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { automaticActions } from './testing.ts'

const parkit = await startTestServer({ poolSize: 1 })
const actions = await automaticActions(parkit)
afterAll(parkit.stop)

const drivers = await Promise.all(
  Array.from({ length: 6 }, async (_, i) => {
    const driver = await parkit.driver({ vehicle: false })
    const plate = `ONE ${i}`
    await actions.options(driver, { AutoStart: true, AutoExtend: true })
    return { ...driver, plate, VehicleId: await parkit.addVehicle(driver.token, plate) }
  }),
)
const each = <Result>(act: (driver: (typeof drivers)[number]) => Promise<Result>) => Promise.all(drivers.map(act))

test('gates start sessions, they all extend at once, and gates stop them', async () => {
  await each(({ plate }) => actions.report('in', plate))
  await parkit.jobs.runDue()
  const started = await each(actions.active)
  expect(started.map(([session]) => session?.Minutes)).toEqual(drivers.map(() => 15))
  await actions.after(13)
  expect((await each(actions.active)).map(([session]) => session?.Minutes)).toEqual(drivers.map(() => 30))
  await actions.after(7)
  await each(({ plate }) => actions.report('out', plate))
  await parkit.jobs.runDue()
  expect(await each(actions.active)).toEqual(drivers.map(() => []))
})
