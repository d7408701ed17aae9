// Auto-extension over HTTP: step by step, each once, within every limit, announced, and cancelable.
import { settings } from '@parkit/contract/driver/account'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { publishClosure } from '#city/overrides/overrides.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { createJobs } from '#platform/jobs.ts'
import { createAutomatic } from './automatic.ts'
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

const extender = async (dollars = 50, more = {}) => {
  const driver = await parkit.driver({ dollars })
  await actions.options(driver, { AutoExtend: true, ...more })
  return driver
}

test('the options are stored on the server, each separately', async () => {
  const driver = await parkit.driver()
  const usual = { AutoStart: false, AutoExtend: false, MaxPaymentOn: true, MaxPaymentAmount: 15 }
  expect(await actions.options(driver)).toMatchObject(usual)
  expect(await actions.options(driver, { AutoStart: true })).toMatchObject({ ...usual, AutoStart: true })
  expect(await actions.options(driver, { MaxPaymentAmount: 7.25 })).toMatchObject({
    AutoStart: true,
    MaxPaymentAmount: 7.25,
  })
  expect(await actions.options(driver, { MaxPaymentOn: false })).toMatchObject({
    AutoExtend: false,
    MaxPaymentOn: false,
  })
  expect(await actions.options(await parkit.driver())).toMatchObject(usual)
})

test('two minutes before the end it adds 15 minutes, logs the step, charges once and notifies', async () => {
  const driver = await extender()
  const { SessionId, EndsAt } = await parkit.park(driver)
  expect((await actions.state(driver, SessionId)).body).toMatchObject({
    On: true,
    MaxPayment: 15,
    Stop: null,
    Next: { At: '2026-04-14T17:58:00Z', Minutes: 15, EndsAt: '2026-04-14T18:15:00Z', Amount: 0.5 },
  })
  const before = await actions.balance(driver)
  await actions.after(57.9)
  expect((await actions.session(driver, SessionId)).EndsAt).toBe(EndsAt)
  await actions.after(0.1)
  const session = await actions.session(driver, SessionId)
  expect(session).toMatchObject({
    EndsAt: '2026-04-14T18:15:00Z',
    AutoExtended: true,
    AutoSession: false,
    AmountPaid: 2.85,
  })
  expect(session.Steps).toMatchObject([
    { Kind: 'started', Auto: false },
    { Kind: 'extended', Auto: true, Minutes: 75, Amount: 0.5, At: '2026-04-14T17:58:00Z' },
  ])
  expect(await actions.balance(driver)).toBe(before - 0.5)
  await parkit.jobs.runDue()
  expect((await actions.told(driver)).map(said => said.subject)).toEqual(['Extended to 1:15 PM'])
})

test('it continues to the max stay with a shorter last step, notifies once and ends', async () => {
  const driver = await extender(50)
  const { SessionId } = await parkit.park(driver, 221)
  await actions.after(219)
  expect((await actions.session(driver, SessionId)).Minutes).toBe(236)
  await actions.after(15)
  expect((await actions.session(driver, SessionId)).Minutes).toBe(240)
  expect((await actions.state(driver, SessionId)).body).toMatchObject({ On: true, Next: null, Stop: 'over_max_stay' })
  await actions.after(4)
  await actions.after(1)
  await actions.after(1)
  expect(await actions.session(driver, SessionId)).toMatchObject({ Status: 'ended', Minutes: 240 })
  expect((await actions.told(driver)).map(said => said.subject)).toEqual([
    'Extended to 3:56 PM',
    'Extended to 4:00 PM',
    'Not extended: ends at 4:00 PM',
  ])
})

test('closing time ends it too', async () => {
  const driver = await extender()
  const { body } = await parking.start(driver, { ZoneNumber: zones.closesAtOne, Minutes: 50 })
  await actions.after(48)
  expect((await actions.session(driver, body.SessionId)).EndsAt).toBe('2026-04-14T18:00:00Z')
  await actions.after(10)
  expect((await actions.session(driver, body.SessionId)).EndsAt).toBe('2026-04-14T18:00:00Z')
  expect((await actions.state(driver, body.SessionId)).body).toMatchObject({ Next: null, Stop: 'zone_closed' })
  const { subject, body: text } = (await actions.told(driver)).at(-1)!
  expect(subject).toBe('Not extended: ends at 1:00 PM')
  expect(text).toContain('This place is closed then.')
})

test('a closure ends it too, and is named as what does', async () => {
  const driver = await extender()
  const { SessionId } = await parkit.park(driver, 50)
  const now = parkit.clock.now()
  const times = { startsAt: now.add({ minutes: 60 }), endsAt: now.add({ hours: 8 }) }
  const closure = { city: 1, zoneNumbers: [zones.street], name: 'Street fair', tow: true, ...times }
  await parkit.db.transaction(tx => publishClosure(tx, closure, now))
  await actions.after(48)
  await expect.poll(async () => (await actions.session(driver, SessionId)).EndsAt).toBe(`${times.startsAt}`)
  await actions.after(10)
  expect((await actions.state(driver, SessionId)).body).toMatchObject({ Next: null, Stop: 'closure' })
  expect((await actions.session(driver, SessionId)).EndsAt).toBe(`${times.startsAt}`)
  expect((await actions.told(driver)).at(-1)!.body).toContain('The city closes this zone then.')
})

test('the Max Payment Amount can be reached but never exceeded; parking and fee count together', async () => {
  // an hour is 2.00 and the fee .35, each step .50
  const exact = await extender(50, { MaxPaymentAmount: 2.85 })
  const short = await extender(50, { MaxPaymentAmount: 2.84 })
  const lifted = await extender(50, { MaxPaymentAmount: 1, MaxPaymentOn: false })
  const sessions = await Promise.all([parkit.park(exact), parkit.park(short), parkit.park(lifted)])
  await actions.after(58)
  await actions.after(15)
  const paid = async (driver: typeof exact, i: number) =>
    (await actions.session(driver, sessions[i]!.SessionId)).AmountPaid
  expect(await paid(exact, 0)).toBe(2.85)
  expect(await paid(short, 1)).toBe(2.35)
  expect(await paid(lifted, 2)).toBe(3.35)
  expect((await actions.told(short)).map(said => said.body)).toEqual([
    expect.stringContaining('It’d go over your Max Payment Amount.'),
  ])
  expect((await actions.told(exact)).map(said => said.subject)).toEqual([
    'Extended to 1:15 PM',
    'Not extended: ends at 1:15 PM',
  ])
})

test('a raised limit applies immediately, also after its notice', async () => {
  const driver = await extender(50, { MaxPaymentAmount: 2.5 })
  const { SessionId } = await parkit.park(driver)
  await actions.after(58.5)
  expect((await actions.state(driver, SessionId)).body).toMatchObject({
    Next: null,
    Stop: 'max_payment',
    MaxPayment: 2.5,
  })
  await actions.options(driver, { MaxPaymentAmount: 3 })
  await actions.after(0.1)
  expect((await actions.session(driver, SessionId)).Minutes).toBe(75)
})

test('without enough money it waits, notifies once, and continues when money arrives in time', async () => {
  const driver = await extender(2.35 + 0.49)
  const { SessionId } = await parkit.park(driver)
  await actions.after(58)
  await actions.after(0.5)
  await actions.after(0.5)
  expect(await actions.session(driver, SessionId)).toMatchObject({ Minutes: 60, AutoExtended: false, AmountPaid: 2.35 })
  expect(await actions.balance(driver)).toBe(0.49)
  expect((await actions.state(driver, SessionId)).body).toMatchObject({
    On: true,
    Next: null,
    Stop: 'insufficient_funds',
  })
  expect((await actions.told(driver)).map(said => said.body)).toEqual([
    expect.stringContaining('Your wallet doesn’t have enough.'),
  ])
  await parkit.call(addMoney, { body: { Amount: 5 } }, { token: driver.token })
  await actions.after(0.5)
  expect(await actions.session(driver, SessionId)).toMatchObject({ Minutes: 75, AutoExtended: true })
  expect(await actions.balance(driver)).toBe(4.99)
})

test('the last cent of the wallet is enough', async () => {
  const driver = await extender(2.85)
  const { SessionId } = await parkit.park(driver)
  await actions.after(58)
  expect((await actions.session(driver, SessionId)).Minutes).toBe(75)
  expect(await actions.balance(driver)).toBe(0)
})

test('turned off for this session it ends; the next session extends again', async () => {
  const driver = await extender()
  const { SessionId } = await parkit.park(driver)
  expect((await actions.set(driver, SessionId, false)).body).toMatchObject({ On: false, Next: null, Stop: null })
  await actions.after(58)
  await actions.after(2)
  expect(await actions.session(driver, SessionId)).toMatchObject({ Status: 'ended', Minutes: 60, AutoExtended: false })
  expect(await actions.told(driver)).toEqual([])
  expect((await actions.set(driver, SessionId, true)).error.Code).toBe('session_ended')
  const next = await parkit.park(driver)
  expect((await actions.state(driver, next.SessionId)).body.On).toBe(true)
})

test('turned on for this session only, or by the option while it is active, it takes effect', async () => {
  const driver = await parkit.driver()
  const first = await parkit.park(driver)
  expect((await actions.state(driver, first.SessionId)).body.On).toBe(false)
  await actions.after(59)
  expect((await actions.set(driver, first.SessionId, true)).body).toMatchObject({ On: true, Next: { Minutes: 15 } })
  await actions.after(0)
  expect((await actions.session(driver, first.SessionId)).Minutes).toBe(75)
  const other = await parkit.driver()
  const second = await parkit.park(other)
  await actions.after(59)
  await actions.options(other, { AutoExtend: true })
  await actions.after(0)
  expect((await actions.session(other, second.SessionId)).Minutes).toBe(75)
  await actions.options(other, { AutoExtend: false })
  await actions.after(15)
  await actions.after(2)
  expect((await actions.session(other, second.SessionId)).Status).toBe('ended')
})

test('a manual extension moves its next step; a stop ends it', async () => {
  const driver = await extender()
  const { SessionId } = await parkit.park(driver)
  await actions.after(30)
  await parking.extend(driver, SessionId, 60)
  await actions.after(28)
  expect((await actions.session(driver, SessionId)).Minutes).toBe(120)
  await actions.after(60)
  expect((await actions.session(driver, SessionId)).Minutes).toBe(135)
  await parking.stop(driver, SessionId)
  const before = await actions.balance(driver)
  await actions.after(30)
  expect(await actions.balance(driver)).toBe(before)
})

test('concurrent runners and repeated jobs take one step and charge once', async () => {
  const drivers = await Promise.all(Array.from({ length: 5 }, () => extender()))
  const sessions = await Promise.all(drivers.map(driver => parkit.park(driver)))
  parkit.clock.advance({ minutes: 58 })
  const job = parkit.features.automatic.jobs['auto-extend']
  await Promise.all([
    ...Array.from({ length: 3 }, () => parkit.jobs.runDue()),
    // as after a lease that ran out while its holder was still at it
    ...sessions.slice(0, 2).map(({ SessionId }) => job(SessionId, parkit.clock.now())),
  ])
  for (const { SessionId } of sessions) await job(SessionId, parkit.clock.now())
  await parkit.jobs.runDue()
  for (const [i, driver] of drivers.entries()) {
    const session = await actions.session(driver, sessions[i]!.SessionId)
    expect(session).toMatchObject({ Minutes: 75, AmountPaid: 2.85 })
    expect(session.Steps).toHaveLength(2)
    expect(await actions.balance(driver)).toBe(47.15)
    expect(await actions.told(driver)).toHaveLength(1)
  }
  // and the next step is still planned
  await actions.after(15)
  expect((await actions.session(drivers[0]!, sessions[0]!.SessionId)).Minutes).toBe(90)
})

test('concurrent with a stop or a manual extension, each counts once', async () => {
  const driver = await extender()
  for (const act of ['extend', 'stop'] as const) {
    const { SessionId } = await parkit.park(driver)
    const before = await actions.balance(driver)
    parkit.clock.advance({ minutes: 58 })
    const byHand = act === 'stop' ? parking.stop(driver, SessionId) : parking.extend(driver, SessionId, 30)
    const [reply] = await Promise.all([byHand, parkit.jobs.runDue()])
    expect(reply.status).toBe(200)
    const session = await actions.session(driver, SessionId)
    const spent = session.Steps.slice(1).reduce((sum, step) => sum + step.Amount, 0)
    expect(before - (await actions.balance(driver))).toBeCloseTo(spent, 5)
    if (act === 'extend') await parking.stop(driver, SessionId)
  }
})

test('a crash before the commit changes nothing; after the lease the step is taken once', async () => {
  const driver = await extender()
  const { SessionId } = await parkit.park(driver)
  parkit.clock.advance({ minutes: 58 })
  const { features, db } = parkit
  let dies = true
  const transaction: typeof db.transaction = (work, ...level) =>
    db.transaction(
      async tx => {
        const result = await work(tx)
        if (dies) throw new Error('died')
        return result
      },
      ...level,
    )
  const automatic = createAutomatic({ ...features, db: { ...db, transaction } })
  const jobs = createJobs({ db, clock: parkit.clock, handlers: {}, outside: automatic.jobs, log: () => {} })
  await jobs.runDue()
  expect(await actions.session(driver, SessionId)).toMatchObject({ Minutes: 60, AutoExtended: false })
  expect(await actions.balance(driver)).toBe(47.65)
  dies = false
  parkit.clock.advance({ seconds: 61 })
  await jobs.runDue()
  await jobs.runDue()
  expect(await actions.session(driver, SessionId)).toMatchObject({ Minutes: 75, AutoExtended: true })
  expect(await actions.balance(driver)).toBe(47.15)
})

test('a job that runs after the end changes nothing', async () => {
  const driver = await extender()
  const { SessionId } = await parkit.park(driver)
  await actions.after(60)
  expect(await actions.session(driver, SessionId)).toMatchObject({ Status: 'ended', Minutes: 60 })
})

test('notices state times in the place’s zone, through the repeated hour, in the driver’s language', async () => {
  parkit.clock.set(Temporal.Instant.from('2026-11-01T05:50:00Z'))
  const driver = await extender()
  await parkit.park(driver, 60)
  await actions.after(58)
  await actions.options(driver, { Language: 'hi' })
  await actions.after(15)
  const told = await actions.told(driver)
  // 1:05 comes twice that night: 06:50 UTC is 1:50, 07:05 is 1:05 again
  expect(told[0]!.subject).toBe('Extended to 1:05 AM CST')
  expect(told[1]!.subject).toBe('1:20 AM CST तक बढ़ाई')
})

test('an account without an email is notified by SMS', async () => {
  const driver = await extender()
  await parkit.db.pool.query('update driver set email = null, user_name = phone where driver_id = $1', [
    driver.driverId,
  ])
  await parkit.park(driver)
  await actions.after(58)
  const { rows } = await parkit.db.pool.query(`select channel from sandbox_message where body like 'We extended%'`)
  expect(rows).toEqual([{ channel: 'sms' }])
})

test('another driver’s session is 404, and invalid amounts are refused at their field', async () => {
  const driver = await extender()
  const { SessionId } = await parkit.park(driver)
  const other = await parkit.driver()
  expect((await actions.state(other, SessionId)).status).toBe(404)
  expect((await actions.set(other, SessionId, false)).status).toBe(404)
  expect((await actions.state(driver, SessionId)).body.On).toBe(true)
  for (const MaxPaymentAmount of [0, 0.99, 500.01, 1.005, -5]) {
    const { status, error } = await parkit.call(settings, { body: { MaxPaymentAmount } }, { token: driver.token })
    expect([status, Object.keys(error.Fields ?? {})]).toEqual([400, ['MaxPaymentAmount']])
  }
})
