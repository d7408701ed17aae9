// Moving a running session and changing its plate: money, rights, limits, evidence, and what the driver is shown.
import * as account from '@parkit/contract/driver/account'
import { choose } from '@parkit/contract/messaging/notices'
import { activity } from '@parkit/contract/money/wallet'
import { sessionsCsv } from '@parkit/contract/parking/past'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { automaticActions } from '#parking/automatic/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { changeActions, changeCity, dear, strict } from './change-testing.ts'
import { zones } from './testing.ts'

const parkit = await startTestServer({ city: changeCity() })
const { start, extend, stop, active, balance, later } = parkingActions(parkit)
const { move, moveQuote, changePlate, detail, rights } = changeActions(parkit)
const gates = await automaticActions(parkit)
afterAll(parkit.stop)
beforeEach(() => parkit.clock.set(noon))

type Driver = Awaited<ReturnType<typeof parkit.driver>>
/** On the street for so many minutes, of which 20 are gone. */
const parked = async (more: Record<string, unknown> = {}) => {
  const driver = await parkit.driver()
  const { body } = await start(driver, more)
  later(20)
  return { driver, id: body.SessionId, endsAt: body.EndsAt }
}
const plateOf = async (driver: Driver, plate: string) => parkit.addVehicle(driver.token, plate)

test('a move pays the difference, keeps the end, and takes the right to park along', async () => {
  const { driver, id, endsAt } = await parked()
  const quote = (await moveQuote(driver, id, dear)).body
  // two of four quarters are used on the street: 40 minutes are three begun quarters in the other zone
  expect(quote).toMatchObject({
    FromZoneNumber: zones.street,
    UsedMinutes: 20,
    Minutes: 40,
    Parking: 2.4,
    AlreadyPaid: 1,
    ServiceFee: 0,
    Total: 1.4,
    EndsAt: endsAt,
    MaxStayMinutes: 240,
    RefundsUnused: true,
    Warnings: [],
  })
  const { status, body } = await move(driver, id, dear, { QuoteId: quote.QuoteId })
  const at = noon.add({ minutes: 20 }).toString()
  const changes = [{ At: at, Kind: 'moved', From: zones.street, To: dear }]
  expect([status, body]).toMatchObject([
    200,
    {
      ZoneNumber: dear,
      Name: 'S Wabash Ave',
      EndsAt: endsAt,
      Parking: 3.4,
      ServiceFee: 0.35,
      AmountPaid: 3.75,
      Changes: changes,
    },
  ])
  expect(await balance(driver)).toBe(46.25)
  expect(await active(driver)).toEqual([body])
  const shown = await detail(driver, id)
  expect(shown.Lines.map(({ Minutes, Amount }) => [Minutes, Amount])).toEqual([
    [20, 1],
    [40, 2.4],
    [0, 0.35],
  ])
  expect(shown.Steps.map(({ Kind, Minutes, Amount }) => [Kind, Minutes, Amount])).toEqual([
    ['started', 60, 2.35],
    ['moved', 60, 1.4],
  ])
  const [now, before, ...others] = await rights(id)
  expect([now, before, others]).toEqual([
    expect.stringMatching(new RegExp(`^${zones.street} .* left 0-20$`)),
    expect.stringMatching(new RegExp(`^${dear} .* live 0-60$`)),
    [],
  ])
  const { Items } = (await parkit.call(activity, {}, { token: driver.token })).body
  expect(Items.slice(0, 2).map(({ Kind, Amount }) => [Kind, Amount])).toEqual([
    ['movedIn', -2.4],
    ['movedOut', 1],
  ])
})

test('a move to a cheaper zone returns the difference; stopping pays each zone its minutes', async () => {
  const { driver, id } = await parked({ ZoneNumber: dear, Minutes: 120 })
  expect((await move(driver, id, zones.street)).body).toMatchObject({ AmountPaid: 5.45, Parking: 5.1 })
  expect(await balance(driver)).toBe(44.55)
  later(10)
  const extended = (await extend(driver, id, 30)).body
  expect(extended).toMatchObject({ Minutes: 150, AmountPaid: 6.45, MaxMinutes: 240 })
  later(20)
  // 20 minutes there, 30 here
  const stopped = (await stop(driver, id)).body
  expect(stopped).toMatchObject({ Minutes: 50, AmountPaid: 2.95, Refunded: 3.5 })
  expect(stopped.Changes).toHaveLength(1)
  expect(await balance(driver)).toBe(47.05)
})

test('a move back and forth costs what the zones cost, and there is only one', async () => {
  const { driver, id } = await parked()
  await move(driver, id, zones.free)
  expect((await detail(driver, id)).AmountPaid).toBe(1.35)
  const { status, error } = await move(driver, id, zones.street)
  expect([status, error.Code]).toEqual([409, 'change_used'])
  expect((await moveQuote(driver, id, zones.street)).error.Code).toBe('change_used')
  // nor is there a free cancel
  const fast = await parkit.driver()
  const first = (await start(fast)).body
  await move(fast, first.SessionId, dear)
  expect((await stop(fast, first.SessionId)).body).toMatchObject({ ServiceFee: 0.35, AmountPaid: 0.85 })
})

test('a stay that began free pays the fee with its first paid minute', async () => {
  const { driver, id } = await parked({ ZoneNumber: zones.free })
  expect(await balance(driver)).toBe(50)
  expect((await moveQuote(driver, id, zones.street)).body).toMatchObject({ ServiceFee: 0.35, Total: 1.85 })
  expect((await move(driver, id, zones.street)).body).toMatchObject({ ServiceFee: 0.35, AmountPaid: 1.85 })
  expect(await balance(driver)).toBe(48.15)
})

test('the price that was shown holds for two minutes; then there is a new one', async () => {
  const { driver, id } = await parked({ Minutes: 70 })
  later(9)
  const { QuoteId, Total } = (await moveQuote(driver, id, dear)).body
  parkit.clock.advance({ seconds: 119 })
  expect((await moveQuote(driver, id, dear)).body.Total).not.toBe(Total)
  const foreign = await move(driver, id, strict, { QuoteId })
  expect([foreign.status, foreign.error.Fields]).toMatchObject([400, { QuoteId: expect.any(String) }])
  parkit.clock.advance({ seconds: 1 })
  const late = await move(driver, id, dear, { QuoteId })
  expect([late.status, late.error.Code, late.error.Quote]).toMatchObject([409, 'quote_expired', { ZoneNumber: dear }])
  const fresh = (late.error.Quote as { QuoteId: string; Total: number })!
  await extend(driver, id, 15)
  const grown = await move(driver, id, dear, { QuoteId: fresh.QuoteId })
  expect([grown.status, grown.error.Code]).toEqual([409, 'price_changed'])
  const again = (grown.error.Quote as { QuoteId: string; Total: number })!
  const before = await balance(driver)
  parkit.clock.advance({ seconds: 100 })
  expect((await move(driver, id, dear, { QuoteId: again.QuoteId })).status).toBe(200)
  expect(before - (await balance(driver))).toBeCloseTo(again.Total)
})

test('a wallet that is short of the difference changes nothing', async () => {
  const driver = await parkit.driver({ dollars: 3 })
  const { SessionId } = (await start(driver)).body
  later(20)
  const before = [await detail(driver, SessionId), await rights(SessionId)]
  const { status, error } = await move(driver, SessionId, dear)
  expect([status, error.Code, error.Missing]).toEqual([402, 'insufficient_funds', 0.75])
  expect([await detail(driver, SessionId), await rights(SessionId)]).toEqual(before)
  expect(await balance(driver)).toBe(0.65)
})

test('what was paid without a refund pays for the new zone and does not come back', async () => {
  const { driver, id } = await parked({ ZoneNumber: zones.garage, Minutes: 120 })
  expect((await move(driver, id, zones.street)).body).toMatchObject({ AmountPaid: 18.35, RefundsUnused: false })
  later(1)
  expect((await stop(driver, id)).body).toMatchObject({ AmountPaid: 18.35, Refunded: 0 })
})

test('limits hold: closed, too long, cut, left too recently', async () => {
  const { driver, id } = await parked({ Minutes: 240 })
  const codeOf = async (zone: string) => (await move(driver, id, zone)).error.Code
  expect(await codeOf(zones.opensInTheEvening)).toBe('zone_closed')
  expect(await codeOf(strict)).toBe('over_max_stay')
  expect(await codeOf('999999')).toBe('unknown_zone')
  expect((await move(driver, id, zones.street)).status).toBe(400)
  // it closes in 40 minutes
  const cut = (await move(driver, id, zones.closesAtOne)).body
  expect(cut).toMatchObject({ Minutes: 60, MaxMinutes: 60, AmountPaid: 2.85, Warnings: ['cut_to_closing'] })
  expect((await extend(driver, id, 15)).error.Code).toBe('over_max_stay')
  later(41)
  await parkit.jobs.runDue()
  expect(await detail(driver, id)).toMatchObject({ Status: 'ended', EndedAt: noon.add({ minutes: 60 }).toString() })

  const { driver: other, id: second } = await parked({ ZoneNumber: strict })
  await move(other, second, zones.street)
  await stop(other, second)
  const back = await start(other, { ZoneNumber: strict })
  expect([back.error.Code, back.error.AllowedFrom]).toEqual([
    'no_return',
    parkit.clock.now().add({ minutes: 60 }).toString(),
  ])
  const { SessionId } = (await start(other)).body
  expect((await move(other, SessionId, strict)).error.Code).toBe('no_return')
  later(60)
  expect((await start(other, { ZoneNumber: strict, VehicleId: await plateOf(other, 'ELSE 1') })).status).toBe(200)
})

test('another plate: time and price stay, the right names the new one, and the old one has left', async () => {
  const { driver, id, endsAt } = await parked()
  const VehicleId = await plateOf(driver, 'BD 8041')
  const before = await balance(driver)
  const { status, body } = await changePlate(driver, id, VehicleId)
  expect([status, body]).toMatchObject([
    200,
    { EndsAt: endsAt, AmountPaid: 2.35, Vehicle: { VehicleID: VehicleId, PlateNumber: 'BD 8041' } },
  ])
  expect(body.Changes).toMatchObject([{ Kind: 'plateChanged', From: expect.stringMatching(/^TST/), To: 'BD 8041' }])
  expect(await balance(driver)).toBe(before)
  expect((await rights(id)).map(right => right.replace(/TST\d+/, 'TST'))).toEqual([
    `${zones.street} ILLINOIS TST left 0-20`,
    `${zones.street} ILLINOIS BD8041 live 0-60`,
  ])
  expect((await changePlate(driver, id, await plateOf(driver, 'BD 8042'))).error.Code).toBe('change_used')
  // the zone may still be changed, once
  expect((await move(driver, id, dear)).body.Changes?.map(({ Kind }) => Kind)).toEqual(['plateChanged', 'moved'])
  expect((await detail(driver, id)).Lines.map(({ Minutes, Amount }) => [Minutes, Amount])).toEqual([
    [20, 1],
    [40, 2.4],
    [0, 0.35],
  ])
  // the plate it had may park again; the one it has may not
  expect((await start(driver)).status).toBe(200)
  expect((await start(driver, { VehicleId })).error.Code).toBe('already_parked')
})

test('a plate that parks already, left too recently, is the same or another driver’s is refused', async () => {
  const { driver, id } = await parked({ ZoneNumber: zones.noReturn })
  const VehicleId = await plateOf(driver, 'TWO 2')
  const second = (await start(driver, { VehicleId })).body
  const both = await changePlate(driver, id, VehicleId)
  expect([both.status, both.error.Code, both.error.SessionId]).toEqual([409, 'already_parked', second.SessionId])
  const third = await plateOf(driver, 'THREE 3')
  const there = (await start(driver, { VehicleId: third, ZoneNumber: zones.noReturn })).body
  later(2)
  await stop(driver, there.SessionId)
  expect((await changePlate(driver, id, third)).error.Code).toBe('no_return')
  expect((await changePlate(driver, id, driver.VehicleId)).status).toBe(400)
  const stranger = await parkit.driver()
  expect((await changePlate(driver, id, stranger.VehicleId)).status).toBe(404)
  expect((await changePlate(stranger, id, stranger.VehicleId)).status).toBe(404)
  expect((await move(stranger, id, dear)).status).toBe(404)
  // what is over by the clock gives way, though no job has run
  later(50)
  await extend(driver, id, 60)
  expect((await changePlate(driver, id, VehicleId)).error.Code).toBe('session_ended')
})

test('a plate whose other session is over by the clock may be changed to before its end is written', async () => {
  const { driver, id } = await parked({ Minutes: 120 })
  const VehicleId = await plateOf(driver, 'LATE 1')
  await start(driver, { VehicleId, Minutes: 15 })
  later(16)
  expect((await changePlate(driver, id, VehicleId)).status).toBe(200)
})

test('a session that a gate started stays with its plate and zone', async () => {
  const driver = await parkit.driver()
  await gates.options(driver, { AutoStart: true })
  const VehicleId = await plateOf(driver, 'GATE 1')
  await gates.report('in', 'GATE 1')
  await parkit.jobs.runDue()
  const [session] = await active(driver)
  expect(session).toMatchObject({ AutoSession: true, Vehicle: { VehicleID: VehicleId } })
  expect((await move(driver, session!.SessionId, dear)).error.Code).toBe('change_gate')
  expect((await changePlate(driver, session!.SessionId, driver.VehicleId)).error.Code).toBe('change_gate')
})

test('automatic extension goes on at the new zone’s prices, within all of the session’s limit', async () => {
  const { driver, id } = await parked()
  await gates.set(driver, id, true)
  await move(driver, id, dear)
  const before = await balance(driver)
  later(38)
  await parkit.jobs.runDue()
  expect(await detail(driver, id)).toMatchObject({ Minutes: 75, AutoExtended: true })
  expect(before - (await balance(driver))).toBeCloseTo(0.8)

  // the old zone allowed no more: the new one does
  const { driver: other, id: second } = await parked({ Minutes: 240 })
  await gates.set(other, second, true)
  later(218)
  await parkit.jobs.runDue()
  expect(await detail(other, second)).toMatchObject({ Minutes: 240 })
  await move(other, second, zones.free)
  await parkit.jobs.runDue()
  expect(await detail(other, second)).toMatchObject({ Minutes: 255, ZoneNumber: zones.free })
})

test('a guest’s session can be changed: Quick park made a real account', async () => {
  const begun = await parkit.call(account.quickRegister, {
    body: { PhoneNumber: '3125559911', PlateNumber: 'GST 1', PlateState: 'Illinois' },
  })
  const signedIn = await parkit.call(account.token, {
    body: { grant_type: 'otp', challenge_id: begun.body.ChallengeId, code: begun.body.SandboxCode! },
  })
  const guest = { token: signedIn.body.access_token, driverId: signedIn.body.p_user_id } as Driver
  const first = await plateOf(guest, 'GST 2')
  const second = await plateOf(guest, 'GST 3')
  const { body } = await start(guest, { ZoneNumber: zones.free, VehicleId: first })
  expect((await move(guest, body.SessionId, zones.garage)).error.Code).toBe('insufficient_funds')
  expect((await changePlate(guest, body.SessionId, second)).body.Vehicle.PlateNumber).toBe('GST 3')
})

test('reminders, the receipt and the table say what happened', async () => {
  const { driver, id } = await parked()
  await parkit.call(choose, { body: { Kind: 'ends15', Channel: 'mail', On: true } }, { token: driver.token })
  await move(driver, id, dear)
  await changePlate(driver, id, await plateOf(driver, 'NEW 1'))
  later(25)
  await parkit.jobs.runDue()
  later(15)
  // its end, the notice, the mail
  for (let pass = 0; pass < 3; pass++) await parkit.jobs.runDue()
  const told = (await gates.told(driver)).map(({ body }) => body)
  expect(told.filter(body => body.includes('15 min left at S Wabash Ave')).join()).toContain('Plate NEW 1')
  expect(told.filter(body => body.includes(`Changed: Zone ${zones.street} to ${dear} at 12:20 PM`))).toHaveLength(1)
  expect(told.join()).toMatch(/Changed: Plate TST \d+ to NEW 1 at 12:20 PM/)
  const table = (await parkit.call(sessionsCsv, { query: {} }, { token: driver.token })).body as unknown as string
  expect(table).toMatch(/Zone 5101 to 5201, 2026-04-14 12:20; Plate TST \d+ to NEW 1, 2026-04-14 12:20/)
})
