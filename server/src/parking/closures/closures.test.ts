// Closures as a city publishes and cancels them: who is parked there, who saved a place there, servers that stop half-way, and money.
import { find, mapView, zone as zoneCall } from '@parkit/contract/city/places'
import * as saved from '@parkit/contract/city/saved'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { noon, startTestServer } from '#app/testing.ts'
import { cancelOverride, type OverrideRefused, publishClosure } from '#city/overrides/overrides.ts'
import { source, testPlace } from '#city/places/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { changeActions, changeCity, dear } from '#parking/sessions/change-testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { readConfig } from '#platform/config.ts'
import { asOwner } from '#platform/testing.ts'

/** apart from the others, so that the map shows its sign */
const alone = '5301'
const closureCity = () => {
  const city = changeCity()
  city.places.push(testPlace(alone, 3_000, { timeZone: 'America/Chicago', tariffId: 'quarters' }))
  return city
}
const parkit = await startTestServer({ city: closureCity(), poolSize: 12 })
const { start, stop, extend, quote, active, balance, later } = parkingActions(parkit)
const { move, detail, rights } = changeActions(parkit)
const { db, clock } = parkit
const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
const second = await buildApp({ config, db, clock, city: source(closureCity()) })
afterAll(async () => {
  await second.app.close()
  // fails where the books do not hold
  await parkit.stop()
})
const published: string[] = []
beforeEach(async () => {
  // as if it had never been, because the clock goes back
  for (const id of published.splice(0)) await cancel(id)
  await parkit.jobs.runDue()
  const backdate = `update override set cancelled_at = '${noon}' where state = 'cancelled'`
  await asOwner(db.connectionString, `${backdate}; insert into change (topic, city) values ('override', 1)`)
  clock.set(noon)
  for (const ZoneNumber of [zones.street, zones.garage, dear, alone])
    await expect
      .poll(async () => (await quote(null, { ZoneNumber, Minutes: 180 })).body.Warnings, { timeout: 5_000 })
      .not.toContain('cut_to_closure')
})

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const at = (minutes: number) => noon.add({ minutes })
const close = async (fromMinutes: number, toMinutes: number, zoneNumbers: string[] = [zones.street], tow = false) => {
  const draft = { city: 1, zoneNumbers, name: 'Street fair', tow, startsAt: at(fromMinutes), endsAt: at(toMinutes) }
  const id = await db.transaction(tx => publishClosure(tx, draft, clock.now()))
  published.push(id)
  return id
}
const cancel = (overrideId: string) => db.transaction(tx => cancelOverride(tx, { city: 1, overrideId }, clock.now()))
const parked = async (own: Record<string, unknown> = {}) => {
  const driver = await parkit.driver()
  const { body } = await start(driver, { Minutes: 240, ...own })
  return { driver, id: body.SessionId }
}
const texts = async ({ driverId }: Driver) => {
  await parkit.jobs.runDue()
  // notices that these jobs queued
  await parkit.jobs.runDue()
  const { rows } = await db.pool.query<{ body: string }>(
    `select sandbox_message.body from sandbox_message, driver
      where driver_id = $1 and recipient = phone and channel = 'sms' and body !~ 'ParkIt code' order by sent_at, body`,
    [driverId],
  )
  return rows.map(row => row.body)
}

test('a session that is cut says at once by what and that it may move, also on a server that has not read the closure', async () => {
  const { driver, id } = await parked()
  // published while no server hears of it
  await asOwner(
    db.connectionString,
    'alter table override_zone disable trigger user; alter table override disable trigger user',
  )
  await close(60, 600)
  await asOwner(
    db.connectionString,
    'alter table override_zone enable trigger user; alter table override enable trigger user',
  )
  await parkit.jobs.runDue()
  const said = {
    EndsAt: at(60).toString(),
    MovesGiven: 1,
    Closure: { Name: 'Street fair', StartsAt: at(60).toString() },
  }
  expect(await active(driver)).toMatchObject([said])
  expect(await detail(driver, id)).toMatchObject(said)
  await asOwner(db.connectionString, "insert into change (topic, city) values ('override', 1)")
})

test('case 23: a closure from 3 PM published at 2 PM cuts to 3 PM with the rest back; cancelled, nothing is refunded again', async () => {
  const { driver, id } = await parked()
  later(60)
  const closure = await close(120, 600, [zones.street], true)
  await parkit.jobs.runDue()
  expect(await active(driver)).toMatchObject([{ EndsAt: at(120).toString(), AmountPaid: 4.35 }])
  expect(await balance(driver)).toBe(45.65)
  expect(await rights(id)).toEqual([expect.stringMatching(/live 0-120$/)])
  expect((await texts(driver)).at(-1)).toMatch(/Move plate .* or your car is towed\. We refunded \$4\.00/)
  later(30)
  expect(await cancel(closure)).toBe(true)
  await parkit.jobs.runDue()
  expect(await balance(driver)).toBe(45.65)
  expect((await texts(driver)).at(-1)).toMatch(/stays open after all\. Your parking still ends at 2:00\sPM/)
  await expect.poll(async () => (await quote(driver, { SessionId: id })).status).toBe(200)
  expect((await extend(driver, id, 60)).body).toMatchObject({ EndsAt: at(180).toString(), AmountPaid: 6.35 })
  await parkit.jobs.runDue()
  expect((await texts(driver)).filter(text => /stays open/.test(text))).toHaveLength(1)
  expect(await cancel(closure)).toBe(false)
})

test('case 24: a closure from now in a garage that keeps what was paid leaves ten minutes and returns the rest', async () => {
  const { driver, id } = await parked({ ZoneNumber: zones.garage, Minutes: 180 })
  later(30)
  await close(30, 600, [zones.garage])
  await parkit.jobs.runDue()
  expect(await detail(driver, id)).toMatchObject({ EndsAt: at(40).toString(), Parking: 12, ServiceFee: 0.35 })
  expect(await balance(driver)).toBe(37.65)
})

test('case 25: of two closures that overlap one refunds; cancelled, it stays closed until the other ends', async () => {
  const { driver, id } = await parked()
  later(60)
  const first = await close(120, 300)
  const other = await close(120, 600)
  await parkit.jobs.runDue()
  later(1)
  await parkit.jobs.runDue()
  expect(await balance(driver)).toBe(45.65)
  const told = (await texts(driver)).length
  await cancel(first)
  await parkit.jobs.runDue()
  expect(await texts(driver)).toHaveLength(told)
  await cancel(other)
  expect((await texts(driver)).at(-1)).toMatch(/stays open after all/)
  expect(await balance(driver)).toBe(45.65)
  expect((await detail(driver, id)).Steps.filter(({ Kind }) => Kind === 'closed')).toHaveLength(1)
})

test('who comes in by a server that has not read it is found ten seconds later; who ends by then is left alone', async () => {
  const { driver: at60 } = await parked({ Minutes: 60 })
  await close(60, 600)
  await parkit.jobs.runDue()
  expect(await active(at60)).toMatchObject([{ EndsAt: at(60).toString(), AmountPaid: 2.35 }])
  const { rows } = await db.pool.query(`select run_at from job where kind = 'closure'`)
  expect(rows.map(({ run_at }) => run_at.toString())).toEqual([noon.add({ seconds: 10 }).toString()])
  clock.advance({ seconds: 10 })
  await parkit.jobs.runDue()
  const next = await db.pool.query(`select run_at from job where kind = 'closure'`)
  expect(next.rows.map(({ run_at }) => run_at.toString())).toEqual([at(60).toString()])
  later(60)
  await parkit.jobs.runDue()
  expect((await db.pool.query(`select from job where kind = 'closure'`)).rowCount).toBe(0)
})

test('one session that cannot be cut keeps none of the others, and is cut when the job comes back', async () => {
  const cars = await Promise.all(Array.from({ length: 3 }, () => parked()))
  const [stuck] = cars.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const owner = `alter table closure_cut add constraint stuck check (session_id <> '${stuck!.id}') not valid`
  await asOwner(db.connectionString, owner)
  await close(60, 600)
  await parkit.jobs.runDue()
  const ends = async () => (await Promise.all(cars.map(({ driver }) => active(driver)))).map(([one]) => one!.EndsAt)
  expect((await ends()).filter(end => end === at(60).toString())).toHaveLength(2)
  await asOwner(db.connectionString, 'alter table closure_cut drop constraint stuck')
  later(1)
  await parkit.jobs.runDue()
  expect(await ends()).toEqual(cars.map(() => at(60).toString()))
})

test('two servers do the job at once while drivers extend, stop, and move: each is cut and paid once', async () => {
  const cars = await Promise.all(Array.from({ length: 6 }, () => parked({ Minutes: 120 })))
  later(20)
  await close(60, 600)
  const acts = cars.map(({ driver, id }, i) =>
    [() => extend(driver, id, 60), () => stop(driver, id), () => move(driver, id, dear)][i % 3]!(),
  )
  await Promise.all([parkit.jobs.runDue(), second.jobs.runDue(), ...acts])
  clock.advance({ seconds: 10 })
  await second.jobs.runDue()
  for (const [i, { driver, id }] of cars.entries()) {
    const { EndsAt, ZoneNumber, Status, Steps } = await detail(driver, id)
    if (Status === 'running' && ZoneNumber === zones.street) expect(EndsAt).toBe(at(60).toString())
    if (i % 3 === 1) expect(Steps.filter(({ Kind }) => Kind === 'stopped')).toHaveLength(1)
  }
})

test('a closure is live within seconds on every server: sign, map, search, quote, start, and extension go by it', async () => {
  const { driver, id } = await parked({ Minutes: 60 })
  const zone = async (app = parkit.app) =>
    (await parkit.call(zoneCall, { params: { zone: zones.street }, query: {} }, { app })).body
  expect(await zone()).not.toHaveProperty('Closure')
  const closure = await close(90, 600, [zones.street, alone], true)
  const said = { Name: 'Street fair', StartsAt: at(90).toString(), EndsAt: at(600).toString(), Tow: true }
  for (const app of [parkit.app, second.app])
    await expect.poll(async () => (await zone(app)).Closure, { timeout: 5_000 }).toEqual(said)
  expect(await zone()).toMatchObject({ OpenNow: true, OpenUntil: at(90).toString() })
  const box = { West: -104.999, South: 39.76, East: -104.98, North: 39.77, Zoom: 18 }
  const { Places } = (await parkit.call(mapView, { query: box })).body
  expect(Places.find(({ ZoneNumber }) => ZoneNumber === alone)?.Closure).toEqual(said)
  const { Items } = (await parkit.call(find, { query: { Query: zones.street } })).body
  expect(Items.find(({ ZoneNumber }) => ZoneNumber === zones.street)?.Closure).toEqual(said)
  expect((await active(driver))[0]!.Closure).toEqual(said)

  expect((await quote(null, { Minutes: 120 })).body).toMatchObject({ Minutes: 90, Warnings: ['cut_to_closure'] })
  expect((await extend(driver, id, 120)).body).toMatchObject({ EndsAt: at(90).toString(), AmountPaid: 3.35 })
  expect((await extend(driver, id, 15)).error.Code).toBe('over_max_stay')
  clock.set(at(90))
  expect(await zone()).toMatchObject({ OpenNow: false, OpensAt: at(600).toString() })
  const late = await parkit.driver()
  expect((await start(late)).error.Code).toBe('zone_closed')
  await cancel(closure)
  await expect.poll(async () => (await zone()).OpenNow, { timeout: 5_000 }).toBe(true)
  expect((await start(late)).status).toBe(200)
})

test('nobody is cut once it is cancelled', async () => {
  const { driver } = await parked()
  const id = await close(60, 600)
  await cancel(id)
  await parkit.jobs.runDue()
  expect(await active(driver)).toMatchObject([{ AmountPaid: 8.35 }])
})

test('who saved a place there is told the evening before, or at once where that is past', async () => {
  const [near, far] = [await parkit.driver({ dollars: 0 }), await parkit.driver({ dollars: 0 })]
  const save = ({ token }: Driver, ZoneNumber: string) =>
    parkit.call(saved.savePlace, { body: { ZoneNumber, Kind: 'home' } }, { token })
  await save(near, zones.street)
  await db.pool.query(`update zone set latitude = latitude + 0.01 where zone_number = $1`, [zones.free])
  await save(far, zones.free)
  const day = 24 * 60
  await close(2 * day, 2 * day + 120)
  expect(await texts(near)).toEqual([])
  // 6 PM of the day before
  clock.set(at(day + 6 * 60))
  expect(await texts(near)).toEqual([
    expect.stringMatching(/a place you saved, is closed from Apr 16, 2026, 12:00\sPM to 2:00\sPM/),
  ])
  expect(await texts(far)).toEqual([])
  clock.set(at(2 * day))
  await close(2 * day + 60, 2 * day + 120, [zones.street], true)
  expect((await texts(near)).at(-1)).toMatch(/Cars are towed\./)
})

test('what is wrong is refused at its field; the same once more is nothing new', async () => {
  const good = { city: 1, zoneNumbers: [zones.street], name: 'Snow', tow: false, startsAt: at(10), endsAt: at(20) }
  const refused = (own: Partial<Parameters<typeof publishClosure>[1]>) =>
    db
      .transaction(tx => publishClosure(tx, { ...good, ...own }, clock.now()))
      .then(
        () => 'published',
        error => (error as OverrideRefused).field,
      )
  expect(await refused({ zoneNumbers: [zones.street, '9999'] })).toBe('zoneNumbers')
  expect(await refused({ zoneNumbers: [] })).toBe('zoneNumbers')
  expect(await refused({ city: 2 })).toBe('zoneNumbers')
  expect(await refused({ endsAt: at(10) })).toBe('endsAt')
  expect(await refused({ startsAt: at(-20), endsAt: at(0) })).toBe('endsAt')
  expect(await refused({ name: '' })).toBe('name')
  const overrideId = '11111111-1111-4111-8111-111111111111'
  published.push(overrideId)
  expect(await refused({ overrideId })).toBe('published')
  expect(await refused({ overrideId })).toBe('published')
  expect((await db.pool.query('select from override_zone where override_id = $1', [overrideId])).rowCount).toBe(1)
})
