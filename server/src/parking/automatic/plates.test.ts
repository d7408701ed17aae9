// Plates seen at gates over HTTP: in starts and out stops, for drivers with automatic start on, in whatever order sightings arrive.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { lockPresence, upsertPresence } from './store.ts'
import { automaticActions } from './testing.ts'

let parkit: TestServer
let actions: Awaited<ReturnType<typeof automaticActions>>
let parking: ReturnType<typeof parkingActions>
beforeEach(async () => {
  parkit = await startTestServer()
  actions = await automaticActions(parkit)
  parking = parkingActions(parkit)
})
afterEach(() => parkit.stop())

/** Somebody with the plate GATE 1 who lets gates start. */
const starter = async (dollars = 50, plate = 'GATE 1') => {
  const driver = await parkit.driver({ dollars, vehicle: false })
  const VehicleId = await parkit.addVehicle(driver.token, plate)
  await actions.options(driver, { AutoStart: true })
  return { ...driver, VehicleId }
}
const seen = async (...sighting: Parameters<typeof actions.report>) => {
  const reply = await actions.report(...sighting)
  await parkit.jobs.runDue()
  return reply
}
const ago = (minutes: number) => parkit.clock.now().subtract({ seconds: minutes * 60 })
const rowsOf = async (table: 'plate_sighting' | 'plate_presence') =>
  (await parkit.db.pool.query(`select from ${table}`)).rowCount

test('entry starts the minimum stay, it extends itself, and exit stops it and refunds the rest', async () => {
  const driver = await starter()
  expect((await seen('in', 'gate-1')).body).toEqual({ Accepted: true })
  const [session] = await actions.active(driver)
  expect(session).toMatchObject({ AutoSession: true, AutoExtended: false, Minutes: 15, AmountPaid: 0.85 })
  // though Auto Extend is off
  expect((await actions.state(driver, session!.SessionId)).body).toMatchObject({ On: true, Next: { Minutes: 15 } })
  await actions.after(13)
  await actions.after(7)
  await seen('out', 'GATE 1')
  const ended = await actions.session(driver, session!.SessionId)
  expect(ended).toMatchObject({ Status: 'ended', Minutes: 20, AutoSession: true, AutoExtended: true })
  expect(ended.Steps.map(step => [step.Kind, step.Auto])).toEqual([
    ['started', true],
    ['extended', true],
    ['stopped', true],
  ])
  expect((await actions.told(driver)).map(said => said.subject)).toEqual([
    expect.stringMatching(/^Parking started at /),
    'Extended to 12:30 PM',
    expect.stringMatching(/^Parking stopped at /),
  ])
  expect(await rowsOf('plate_sighting')).toBe(0)
})

test('known, unknown and disabled plates get the same answer, and nothing is stored of drivers who did not opt in', async () => {
  const on = await starter()
  const off = await parkit.driver({ vehicle: false })
  await parkit.addVehicle(off.token, 'OFF 1')
  const replies = [
    await actions.report('in', 'GATE 1'),
    await actions.report('in', 'OFF 1'),
    await actions.report('in', 'NOBODY'),
  ]
  expect(new Set(replies.map(reply => JSON.stringify(reply))).size).toBe(1)
  expect(await rowsOf('plate_sighting')).toBe(3)
  await parkit.jobs.runDue()
  expect(await actions.active(on)).toHaveLength(1)
  expect(await actions.active(off)).toEqual([])
  expect(await rowsOf('plate_sighting')).toBe(0)
  expect(await rowsOf('plate_presence')).toBe(1)
})

test('a repeated sighting, also on many runners at once, starts one session', async () => {
  const driver = await starter()
  const SeenAt = parkit.clock.now()
  await Promise.all(Array.from({ length: 4 }, () => actions.report('in', 'GATE 1', { SeenAt })))
  await Promise.all(Array.from({ length: 4 }, () => parkit.jobs.runDue()))
  await parkit.jobs.runDue()
  expect(await actions.active(driver)).toHaveLength(1)
  expect(await actions.balance(driver)).toBe(49.15)
  expect(await actions.told(driver)).toHaveLength(1)
})

test('a second sighting of one arrival does not restart a stopped session; a later arrival does', async () => {
  const driver = await starter()
  await seen('in', 'GATE 1')
  const [session] = await actions.active(driver)
  await actions.after(3)
  await parking.stop(driver, session!.SessionId)
  await seen('in', 'GATE 1')
  expect(await actions.active(driver)).toEqual([])
  await actions.after(12)
  await seen('in', 'GATE 1')
  expect(await actions.active(driver)).toHaveLength(1)
})

test('out of order: an entry older than its exit starts nothing, an older exit stops nothing', async () => {
  const driver = await starter()
  await seen('out', 'GATE 1', { SeenAt: ago(1) })
  await seen('in', 'GATE 1', { SeenAt: ago(4) })
  await seen('in', 'GATE 1', { SeenAt: ago(1) })
  expect(await actions.active(driver)).toEqual([])
  await seen('in', 'GATE 1')
  expect(await actions.active(driver)).toHaveLength(1)
  await seen('out', 'GATE 1', { SeenAt: ago(2) })
  expect(await actions.active(driver)).toHaveLength(1)
  await actions.after(1)
  await seen('out', 'GATE 1')
  expect(await actions.active(driver)).toEqual([])
})

test('a late report starts nothing; one from the future is refused', async () => {
  const driver = await starter()
  await seen('in', 'GATE 1', { SeenAt: ago(15.5) })
  expect(await actions.active(driver)).toEqual([])
  const { status, error } = await seen('in', 'GATE 1', { SeenAt: ago(-2) })
  expect([status, Object.keys(error.Fields!)]).toEqual([400, ['SeenAt']])
  await seen('in', 'GATE 1', { SeenAt: ago(14.5) })
  expect(await actions.active(driver)).toHaveLength(1)
})

test('an exit at another zone, or of a session started by hand, stops nothing', async () => {
  const driver = await starter()
  await seen('in', 'GATE 1')
  await seen('out', 'GATE 1', { ZoneNumber: zones.garage })
  expect(await actions.active(driver)).toHaveLength(1)
  const other = await starter(50, 'HAND 1')
  await parkit.park(other)
  await seen('in', 'HAND 1')
  await actions.after(2)
  await seen('out', 'HAND 1')
  const [session] = await actions.active(other)
  expect(session).toMatchObject({ AutoSession: false, Minutes: 60 })
  expect(await actions.told(other)).toEqual([])
})

test('low balance, a limit below the price or a closed place: no session, and a notice says why', async () => {
  const poor = await starter(0, 'POOR 1')
  const careful = await starter(50, 'GATE 2')
  await actions.options(careful, { MaxPaymentAmount: 1 })
  const late = await starter(50, 'GATE 3')
  await seen('in', 'POOR 1')
  await seen('in', 'GATE 2', { ZoneNumber: zones.garage })
  await seen('in', 'GATE 3', { ZoneNumber: zones.opensInTheEvening })
  const bodies = []
  for (const driver of [poor, careful, late]) {
    expect(await actions.active(driver)).toEqual([])
    bodies.push(...(await actions.told(driver)).map(said => said.body))
  }
  expect(bodies).toEqual([
    expect.stringContaining('Your wallet doesn’t have enough.'),
    expect.stringContaining('over your Max Payment Amount'),
    expect.stringContaining('Parking is closed here right now.'),
  ])
  expect(await actions.balance(careful)).toBe(50)
})

test('of several accounts with the plate and Auto Start, the one that last paid for it parks, and all are told (D-107)', async () => {
  const off = await parkit.driver({ vehicle: false })
  await parkit.addVehicle(off.token, 'GATE 1')
  const owner = await starter()
  const stranger = await starter()
  const subjects = async (driver: typeof owner) => (await actions.told(driver)).map(({ subject }) => subject)
  const shared = 'Plate GATE 1 has auto start in another account'
  await seen('in', 'GATE 1')
  // neither has paid for it: nobody is charged for a guess, and both know
  expect([...(await actions.active(owner)), ...(await actions.active(stranger))]).toEqual([])
  expect(await subjects(owner)).toEqual([shared])
  expect(await subjects(stranger)).toEqual([shared])

  const paid = await parking.start(owner)
  await actions.after(20)
  await parking.stop(owner, paid.body.SessionId)
  // what was cancelled for free was not paid
  const cancelled = await parking.start(stranger)
  await parking.stop(stranger, cancelled.body.SessionId)
  await actions.after(20)
  await seen('in', 'GATE 1')
  expect(await actions.active(owner)).toMatchObject([{ AutoSession: true }])
  expect(await actions.active(stranger)).toEqual([])
  const [, toStranger] = await actions.told(stranger)
  expect(toStranger!.body).toContain('paid last, so you weren’t charged')
  expect(toStranger!.body).not.toContain('Street')
  expect((await actions.told(owner)).map(({ body }) => body)).toContainEqual(
    expect.stringContaining('You paid for the plate last'),
  )
  expect(await actions.told(off)).toEqual([])
})

test('when it is disabled meanwhile, leaving still stops the session that the gate started', async () => {
  const driver = await starter()
  await seen('in', 'GATE 1')
  await actions.options(driver, { AutoStart: false })
  await actions.after(2)
  await seen('out', 'GATE 1')
  expect(await actions.active(driver)).toEqual([])
})

test('case 56: what a garage’s gate sees at another zone of its city is refused, and stops nothing', async () => {
  const driver = await starter()
  await seen('in', 'GATE 1')
  const garage = await inviteOperator(parkit.db, 'Garage alone', parkit.clock.now(), 1, [zones.garage])
  await actions.after(2)
  const refused = await seen('out', 'GATE 1', {}, garage)
  expect([refused.status, refused.error.Code]).toEqual([403, 'not_your_zone'])
  expect(await actions.active(driver)).toHaveLength(1)
  expect((await seen('in', 'ELSE 1', { ZoneNumber: zones.garage }, garage)).status).toBe(200)
})

test('only operators may report; unknown zones, states and directions are refused', async () => {
  const driver = await starter()
  expect((await seen('in', 'GATE 1', {}, driver.token)).status).toBe(404)
  expect((await seen('in', 'GATE 1', {}, 'nobody')).status).toBe(404)
  expect((await seen('in', 'GATE 1', { ZoneNumber: '9999' })).error.Code).toBe('unknown_zone')
  expect(Object.keys((await seen('in', 'GATE 1', { PlateState: 'Atlantis' })).error.Fields!)).toEqual(['PlateState'])
  expect((await seen('up' as 'in', 'GATE 1')).status).toBe(400)
  expect(await actions.active(driver)).toEqual([])
})

test('a number of two cities: what a gate of one saw is not what one of the other did', async () => {
  const seen_at = parkit.clock.now()
  const at = (city: number, direction: 'in' | 'out') => ({
    plate_key: 'Illinois TWO1',
    city,
    zone_number: '9999',
    direction,
    seen_at,
  })
  await upsertPresence(parkit.db.pool, at(1, 'in'), seen_at)
  await upsertPresence(parkit.db.pool, at(2, 'out'), seen_at)
  const directions = [1, 2].map(async city => (await lockPresence(parkit.db.pool, at(city, 'in')))?.direction)
  expect(await Promise.all(directions)).toEqual(['in', 'out'])
})
