// A closure that cuts a running session: its end, the money, the right, the notice, the move it gives, and calls at the same moment.
import { randomUUID } from 'node:crypto'
import { choose } from '@parkit/contract/messaging/notices'
import { activity } from '@parkit/contract/money/wallet'
import { noticeChannels, noticeKinds } from '@parkit/contract/platform/choices'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { cardActions } from './card-testing.ts'
import { changeActions, changeCity, dear } from './change-testing.ts'
import { type Closure, endAtClosure } from './session-closure.ts'
import { zones } from './testing.ts'

const parkit = await startTestServer({ city: changeCity(), poolSize: 12 })
const { start, extend, stop, active, balance, later } = parkingActions(parkit)
const { move, moveQuote, detail, rights } = changeActions(parkit)
const { guest, atProvider, work } = cardActions(parkit)
afterAll(parkit.stop)
beforeEach(() => parkit.clock.set(noon))

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const at = (minutes: number) => noon.add({ minutes })
const from = (minutes: number, own: Partial<Closure> = {}): Closure => ({
  overrideId: randomUUID(),
  city: 1,
  zoneNumbers: [zones.street],
  startsAt: at(minutes),
  endsAt: at(minutes + 24 * 60),
  reason: 'Street fair',
  tow: true,
  ...own,
})
const { cutAtClosure } = parkit.features.parking
const cut = (id: string, closure: Closure, zone: string = zones.street) =>
  cutAtClosure(id, { ...closure, zoneNumbers: [zone] }, parkit.clock.now())
const sent = async ({ driverId }: Driver) => {
  await parkit.jobs.runDue()
  const { rows } = await parkit.db.pool.query<{ text: string }>(
    `select channel || ' ' || sandbox_message.body as text from sandbox_message, driver
      where driver_id = $1 and recipient in (email, phone) and body !~ 'ParkIt code' order by body`,
    [driverId],
  )
  return rows.map(({ text }) => text)
}

test('the end is cut to the closure, and what was paid for the rest is in the wallet at once; the fee is kept', async () => {
  const driver = await parkit.driver()
  const id = (await start(driver, { Minutes: 240 })).body.SessionId
  later(60)
  expect(await cut(id, from(120))).toBe(true)
  expect(await active(driver)).toMatchObject([
    { EndsAt: at(120).toString(), Minutes: 120, Parking: 4, ServiceFee: 0.35, AmountPaid: 4.35 },
  ])
  expect(await balance(driver)).toBe(45.65)
  expect((await detail(driver, id)).Steps.map(({ Kind, Minutes, Amount }) => [Kind, Minutes, Amount])).toEqual([
    ['started', 240, 8.35],
    ['closed', 120, -4],
  ])
  expect(await rights(id)).toEqual([expect.stringMatching(/live 0-120$/)])
  const { Items } = (await parkit.call(activity, {}, { token: driver.token })).body
  expect([Items[0]!.Kind, Items[0]!.Amount]).toEqual(['closureRefund', 4])
  // it ends there, and nothing is paid twice
  later(60)
  await parkit.jobs.runDue()
  expect((await detail(driver, id)).Status).toBe('ended')
  expect(await balance(driver)).toBe(45.65)
})

test('once, however often it is tried and by how many at a time; another closure cuts what is left', async () => {
  const driver = await parkit.driver()
  const id = (await start(driver, { Minutes: 240 })).body.SessionId
  const closure = from(120)
  const answers = await Promise.all(Array.from({ length: 6 }, () => cut(id, closure)))
  expect(answers.filter(Boolean)).toHaveLength(1)
  later(1)
  expect(await cut(id, closure)).toBe(false)
  expect(await balance(driver)).toBe(45.65)
  // one that overlaps and begins later changes nothing, an earlier one does
  expect(await cut(id, from(180))).toBe(false)
  expect(await cut(id, from(90))).toBe(true)
  expect(await balance(driver)).toBe(46.65)
})

test('where it has begun already there are ten minutes left, also where unused time is not refunded', async () => {
  const driver = await parkit.driver()
  const id = (await start(driver, { ZoneNumber: zones.garage, Minutes: 180 })).body.SessionId
  later(30)
  expect(await cut(id, from(0), zones.garage)).toBe(true)
  expect(await active(driver)).toMatchObject([{ EndsAt: at(40).toString(), Parking: 12, RefundsUnused: false }])
  expect(await balance(driver)).toBe(37.65)
  later(5)
  expect(await cut(id, from(0), zones.garage)).toBe(false)
})

test('a session at the edge, in another zone, over, or in a closure that is nearly over is left alone', async () => {
  const driver = await parkit.driver()
  const id = (await start(driver)).body.SessionId
  expect(await cut(id, from(60))).toBe(false)
  expect(await cut(id, from(30), dear)).toBe(false)
  expect(await cut(id, from(-60, { endsAt: at(10) }))).toBe(false)
  expect(await balance(driver)).toBe(47.65)
  later(60)
  expect(await cut(id, from(30))).toBe(false)
  expect((await detail(driver, id)).AmountPaid).toBe(2.35)
})

test('whole minutes of the session: not into the closure, and not less than ten', () => {
  const session = { started_at: noon.add({ seconds: 30 }), ends_at: at(240) }
  const ends = (closure: Closure, now = noon) => endAtClosure(session, closure, now)?.endsAt.toString()
  expect(ends(from(120))).toBe(noon.add({ minutes: 119, seconds: 30 }).toString())
  expect(ends(from(0), at(60))).toBe(noon.add({ minutes: 70, seconds: 30 }).toString())
})

test('by card: less is captured at the end', async () => {
  const driver = await guest()
  const { body } = await start(driver, { PayWith: driver.visa, Minutes: 240 })
  expect(await cut(body.SessionId, from(120))).toBe(true)
  expect(await sent(driver)).toContainEqual(expect.stringContaining('You pay $4.00 less by card.'))
  await work(120 * 60)
  await work(60)
  expect(await atProvider(driver)).toEqual([{ state: 'captured', status: 'succeeded', asked: 835, taken: 435 }])
})

test('the driver is told by every way, whatever he chose, and once', async () => {
  const driver = await parkit.driver()
  for (const Kind of noticeKinds)
    for (const Channel of noticeChannels)
      await parkit.call(choose, { body: { Kind, Channel, On: false } }, { token: driver.token })
  const id = (await start(driver, { Minutes: 240 })).body.SessionId
  const closure = from(120)
  await cut(id, closure)
  await cut(id, closure)
  const told = await sent(driver)
  expect(told.filter(text => text.startsWith('mail'))).toEqual([expect.stringContaining('Reason: Street fair')])
  expect(told.filter(text => text.startsWith('sms'))).toEqual([
    expect.stringMatching(/Move plate TST \d+ by 2:00\sPM or your car is towed. We refunded \$4.00 to your wallet/),
  ])
})

test('it may move with no fee, and the one move of a session is still there', async () => {
  const driver = await parkit.driver()
  const id = (await start(driver, { ZoneNumber: zones.free, Minutes: 120 })).body.SessionId
  await cut(id, from(60), zones.free)
  expect((await moveQuote(driver, id, dear)).body).toMatchObject({ ServiceFee: 0, Minutes: 59 })
  expect((await move(driver, id, dear)).status).toBe(200)
  later(1)
  expect((await move(driver, id, zones.street)).status).toBe(200)
  later(1)
  expect((await move(driver, id, dear)).error.Code).toBe('change_used')
  expect((await detail(driver, id)).Changes).toHaveLength(2)
})

test('beside an extension, a stop, and a move: each is priced as the session then is', async () => {
  for (let round = 0; round < 6; round++) {
    parkit.clock.set(noon)
    const driver = await parkit.driver()
    const id = (await start(driver, { Minutes: 120 })).body.SessionId
    later(20)
    const act = [() => extend(driver, id, 60), () => stop(driver, id), () => move(driver, id, dear)][round % 3]!
    const closure = from(60)
    const [answer] = await Promise.all([act(), cut(id, closure)])
    expect([200, 409]).toContain(answer.status)
    // the next look finds what came after the first
    parkit.clock.advance({ seconds: 10 })
    await cut(id, closure)
    const { EndsAt, Status, ZoneNumber } = await detail(driver, id)
    if (Status === 'running' && ZoneNumber === zones.street) expect(EndsAt).toBe(at(60).toString())
  }
})
