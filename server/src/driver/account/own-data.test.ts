// A driver's own data over HTTP: a complete export, and deletion that leaves only money records without a name.
import { randomUUID } from 'node:crypto'
import * as account from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/driver/profile'
import * as vehicles from '@parkit/contract/driver/vehicles'
import * as wallet from '@parkit/contract/money/wallet'
import { tellAttempt } from '@parkit/contract/parking/attempts'
import * as parking from '@parkit/contract/parking/sessions'
import { requestCallback } from '@parkit/contract/support/callbacks'
import { say } from '@parkit/contract/support/chat'
import { writeEmail } from '@parkit/contract/support/emails'
import * as support from '@parkit/contract/support/feedback'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import type { Account } from '#money/ledger/entries.ts'
import { post } from '#money/ledger/ledger.ts'
import { zones } from '#parking/sessions/testing.ts'
import { tablesSaying } from '#platform/testing.ts'
import { exportData } from './export-testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

type Driver = Awaited<ReturnType<TestServer['driver']>>
const remove = (driver: { token: string }, body: object) => parkit.call(contract.deleteAccount, { body }, driver)
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await parkit.db.pool.query<Row>(text, values)).rows
const phoneOf = async ({ driverId }: Driver) =>
  (await rows<{ phone: string }>('select phone from driver where driver_id = $1', [driverId]))[0]!.phone

/** Pays an hour with the last cent of the wallet, and leaves something in every table that can hold it. */
const livelyDriver = async () => {
  const driver = await parkit.driver({ dollars: 0 })
  const body = { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes: 60 }
  const quote = await parkit.call(parking.quote, { body }, driver)
  await parkit.call(wallet.addMoney, { body: { Amount: quote.body.Total } }, driver)
  const session = await parkit.park(driver)
  await parkit.call(
    support.sendFeedback,
    { body: { SessionId: session.SessionId, Stars: 4, Text: 'Zanzibar' } },
    driver,
  )
  await parkit.call(say, { body: { text: 'Zanzibar' } }, driver)
  await parkit.call(writeEmail, { body: { Subject: 'Zanzibar', Message: 'Zanzibar' } }, driver)
  const call = { phone: '3125550199', date: '2026-04-15', time: '09:00' }
  const asked = await parkit.call(requestCallback, { body: call }, driver)
  expect(asked.status).toBe(200)
  await rows(
    `insert into attachment (attachment_id, driver_id, name, content_type, bytes, stored_at)
     values (gen_random_uuid(), $1, 'Zanzibar.pdf', 'application/pdf', 'x', $2)`,
    [driver.driverId, parkit.clock.now()],
  )
  await parkit.call(account.settings, { body: { AutoExtend: false, AutoStart: true } }, driver)
  await parkit.call(account.sendCode, { body: { Destination: driver.email } })
  const { UserName, EmailAddress, PhoneNumber } = (await parkit.call(account.profile, {}, driver)).body
  const address = { AddressLine1: 'Timbuktu 7', City: 'Ouagadougou', State: 'Iowa', ZipCode: '987650123' }
  await parkit.call(contract.update, { body: { UserName, EmailAddress, PhoneNumber, ...address } }, driver)
  const [vehicle] = await rows<{ plate_key: string }>('select plate_key from vehicle where driver_id = $1', [
    driver.driverId,
  ])
  const seen = [vehicle!.plate_key, parkit.clock.now()]
  await rows(`insert into plate_presence values ($1, '7412', 'in', $2)`, seen)
  await rows(`insert into plate_sighting values (gen_random_uuid(), $1, '7412', 'in', $2)`, seen)
  await parkit.call(
    tellAttempt,
    {
      params: { id: randomUUID() },
      body: {
        Kind: 'stop',
        TriedAt: parkit.clock.now().toString(),
        ZoneNumber: session.ZoneNumber,
        PlateNumber: 'Timbuktu 9',
        PlateState: 'Illinois',
        Lost: 1,
        Outcome: 'waiting',
      },
    },
    driver,
  )
  const phone = await phoneOf(driver)
  await parkit.jobs.runDue()
  await rows(
    `insert into outbox values (gen_random_uuid(), 'sms', $1, '', 'Your code is 1', $2::timestamptz, $2::timestamptz + interval '1 day')`,
    [phone, parkit.clock.now()],
  )
  return { ...driver, phone, session, plateKey: vehicle!.plate_key }
}

test('the export contains this driver’s data and nobody else’s', async () => {
  const driver = await livelyDriver()
  const other = await parkit.driver({ dollars: 10 })
  const { data, files, exportedAt } = await exportData({ parkit, driver })
  expect(exportedAt).toBe(parkit.clock.now().toString())
  expect(data.Account).toEqual([
    expect.objectContaining({
      Email: driver.email,
      Phone: driver.phone,
      AddressLine1: 'Timbuktu 7',
      HasPassword: true,
    }),
  ])
  expect(data.Vehicles).toEqual([expect.objectContaining({ VehicleId: driver.VehicleId, Make: 'Honda' })])
  expect(data.Sessions).toEqual([
    expect.objectContaining({
      SessionId: driver.session.SessionId,
      Steps: [expect.objectContaining({ Kind: 'started', Minutes: 60 })],
    }),
  ])
  expect(data.Feedback).toEqual([expect.objectContaining({ Stars: 4, Words: 'Zanzibar' })])
  expect(data.Wallet).toEqual([{ BalanceCents: 0 }])
  const activity = await parkit.call(wallet.activity, { query: {} }, driver)
  expect(data.WalletEntries!.map(({ AmountCents }) => (AmountCents as number) / 100).reverse()).toEqual(
    activity.body.Items.map(({ Amount }) => Amount),
  )
  for (const name of [
    'Charges',
    'SignIns',
    'Codes',
    'Messages',
    'Requests',
    'ParkingOptions',
    'Sightings',
    'CardCustomers',
    'ChatMessages',
    'Conversation',
    'Attachments',
    'CallBacks',
    'Attempts',
    'SupportEmails',
  ])
    expect(data[name]!.length, name).toBeGreaterThan(0)
  const text = [...files.values()].join('\n')
  for (const secret of ['argon2', 'password_hash', 'Hash"', other.email, other.driverId])
    expect(text).not.toContain(secret)
  await parkit.call(parking.stop, { body: { SessionId: driver.session.SessionId } }, driver)
})

test('every table that refers to a driver is in the export', async () => {
  const known = await rows<{ table_name: string }>(
    `select distinct table_name from information_schema.columns join pg_tables on tablename = table_name
      where table_schema = 'public' and column_name in ('driver_id', 'caller_id', 'recipient', 'destination', 'plate_key') order by 1`,
  )
  expect(known.map(({ table_name }) => table_name)).toEqual([
    'archived_session',
    'attachment',
    'attempt',
    'benefit',
    'callback',
    'card_customer',
    'challenge',
    // for some days, that something changed: not in it
    'change',
    'charge',
    'conversation',
    'data_export',
    'dispute',
    'driver',
    'driver_photo',
    'entry',
    'feedback',
    'idempotency',
    'notice',
    'notice_choice',
    'outbox',
    'parking_options',
    // a session's plate and times for a day more: the session is in it
    'parking_right',
    'passkey',
    // random bytes for minutes: not in it
    'passkey_challenge',
    'plate_presence',
    'plate_sighting',
    'posting',
    'push_subscription',
    'recovery',
    'refund',
    'reminder_time',
    'sandbox_message',
    'saved_place',
    'segment',
    'session',
    'session_share',
    'subscription',
    'support_email',
    'token',
    'top_up',
    'top_up_run',
    'trusted_person',
    'usual_cleared',
    'vehicle',
    'wallet',
  ])
})

test('deleting removes the driver’s data, keeps the ledger balanced and frees email and phone', async () => {
  const driver = await livelyDriver()
  const words = [
    driver.email,
    driver.phone,
    driver.plateKey,
    'Zanzibar',
    '3125550199',
    'Timbuktu',
    'Ouagadougou',
    '987650123',
  ]
  expect(await tablesSaying(parkit.db.pool, ...words)).toEqual(
    'attachment attempt callback challenge chat_message driver feedback outbox parking_right plate_presence plate_sighting sandbox_message session support_email vehicle'.split(
      ' ',
    ),
  )
  const running = await remove(driver, { Password: driver.password })
  expect([running.status, running.error.Code]).toEqual([409, 'session_running'])
  parkit.clock.advance({ hours: 2 })
  await parkit.jobs.runDue()
  const before = await rows('select * from posting where driver_id = $1 order by entry_id', [driver.driverId])

  const { status, body } = await remove(driver, { Password: driver.password })
  expect([status, body.Message]).toEqual([200, expect.any(String)])
  await parkit.jobs.runDue()
  // the first test's driver has written the same words
  await rows(`update driver set address_line_1 = '', city = '', zip_code = ''`)
  for (const table of ['attempt', 'feedback', 'attachment', 'conversation', 'callback', 'support_email'])
    await rows(`delete from ${table} where driver_id <> $1`, [driver.driverId])
  await rows('delete from sandbox_message where body not like $1', [`%${driver.email}%`])
  expect(await tablesSaying(parkit.db.pool, ...words)).toEqual([])
  expect(await tablesSaying(parkit.db.pool, driver.driverId)).toEqual([
    'change',
    'charge',
    'driver',
    'entry',
    'posting',
    'session',
    'wallet',
  ])
  expect(await rows('select * from posting where driver_id = $1 order by entry_id', [driver.driverId])).toEqual(before)
  const [kept] = await rows<{ vehicle: object; parking_cents: number; place: { name: string } }>(
    'select * from session where driver_id = $1',
    [driver.driverId],
  )
  expect([kept!.vehicle, kept!.parking_cents > 0, kept!.place.name]).toEqual([{}, true, driver.session.Name])

  expect((await parkit.call(account.profile, {}, driver)).status).toBe(401)
  const credentials = { grant_type: 'password', username: driver.email, password: driver.password } as const
  expect((await parkit.call(account.token, { body: credentials })).error.Code).toBe('wrong_credentials')
  const registered = await parkit.call(account.register, {
    body: { FirstName: 'Mia', EmailAddress: driver.email, PhoneNumber: driver.phone, Password: driver.password },
  })
  const again = await parkit.call(account.token, {
    body: { grant_type: 'otp', challenge_id: registered.body.ChallengeId, code: registered.body.SandboxCode! },
  })
  expect([again.status, again.body.p_user_id === driver.driverId]).toEqual([200, false])
  expect((await parkit.call(parking.sessions, { query: {} }, { token: again.body.access_token })).body.Items).toEqual(
    [],
  )
})

test('deleting also removes the cards at the provider', async () => {
  const cards = `select from sandbox_object where object = 'payment_method' and customer is not null`
  const before = (await rows(cards)).length
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  const customers = 'select from card_customer where driver_id = $1'
  expect((await rows(customers, [driver.driverId])).length).toBe(1)
  expect((await rows(cards)).length).toBeGreaterThan(before)
  expect((await remove(driver, { Password: driver.password })).status).toBe(200)
  await parkit.jobs.runDue()
  expect((await rows(customers, [driver.driverId])).length).toBe(0)
  expect((await rows(cards)).length).toBe(before)
})

test('money in the wallet is first refunded to its card', async () => {
  const driver = await parkit.driver({ dollars: 12 })
  expect((await remove(driver, { Password: driver.password })).status).toBe(200)
  expect(await rows('select balance_cents from wallet where driver_id = $1', [driver.driverId])).toEqual([
    { balance_cents: 0 },
  ])
  await parkit.jobs.runDue()
  const given = `select amount_cents, state from refund where driver_id = $1`
  expect(await rows(given, [driver.driverId])).toEqual([{ amount_cents: 1_200, state: 'sent' }])
})

test('an active session blocks the deletion until it ends, even before the job has closed it', async () => {
  const driver = await parkit.driver({ dollars: 5 })
  await parkit.park(driver)
  expect((await remove(driver, { Password: driver.password })).error.Code).toBe('session_running')
  parkit.clock.advance({ minutes: 60 })
  expect((await remove(driver, { Password: driver.password })).status).toBe(200)
})

test('money that no card accepts blocks the deletion, with its amount', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  const paid = { accounts: ['wallet', 'card_clearing'] as Account[], amountsCents: [1_200, -1_200] }
  const entry = { ...paid, kind: 'topUp' as const, driverId: driver.driverId, sessionId: null, reference: null }
  await post(parkit.db.pool, entry, parkit.clock.now())
  const { status, error } = await remove(driver, { Password: driver.password })
  expect([status, error.Code, error.Balance]).toEqual([409, 'wallet_not_empty', 12])
  expect((await parkit.call(vehicles.listVehicles, {}, driver)).body.length).toBe(1)
})

test.each([
  ['nothing', {}, 'bad_input'],
  ['an empty password', { Password: '' }, 'bad_input'],
  ['a code without its challenge', { Code: '123456' }, 'bad_input'],
  ['a code of letters', { ChallengeId: '4f9c0f52-7c1f-4b7e-9b39-6d9b4d0c1e11', Code: 'abcdef' }, 'bad_input'],
  ['a challenge that is no id', { ChallengeId: "x' or 1=1", Code: '123456' }, 'bad_input'],
  ['an unknown challenge', { ChallengeId: '4f9c0f52-7c1f-4b7e-9b39-6d9b4d0c1e11', Code: '123456' }, 'code_expired'],
  ['a wrong password', { Password: 'wrong horse battery' }, 'wrong_credentials'],
  ['half a character and a zero byte', { Password: '\ud83d\u0000' }, 'wrong_credentials'],
])('%s deletes nothing', async (_, body, code) => {
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  expect((await remove(driver, body)).error.Code).toBe(code)
  expect((await parkit.call(account.profile, {}, driver)).status).toBe(200)
})

test('a code confirms it too: the driver’s own, once, with at most five tries', async () => {
  const [driver, other] = [await parkit.driver({ dollars: 0 }), await parkit.driver({ dollars: 0 })]
  const send = async ({ email }: Driver) => (await parkit.call(account.sendCode, { body: { Destination: email } })).body
  const theirs = await send(other)
  const foreign = await remove(driver, { ChallengeId: theirs.ChallengeId, Code: theirs.SandboxCode })
  expect([foreign.status, foreign.error.Code]).toEqual([400, 'code_expired'])

  const mine = await send(driver)
  const wrong = mine.SandboxCode === '000000' ? '111111' : '000000'
  for (let i = 0; i < 5; i++)
    expect((await remove(driver, { ChallengeId: mine.ChallengeId, Code: wrong })).error.Code).toBe('wrong_credentials')
  expect((await remove(driver, { ChallengeId: mine.ChallengeId, Code: mine.SandboxCode })).error.Code).toBe(
    'code_expired',
  )

  const next = await send(driver)
  expect((await remove(driver, { ChallengeId: next.ChallengeId.toUpperCase(), Code: next.SandboxCode })).status).toBe(
    200,
  )
})

test('work in progress during the deletion leaves no data behind', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  expect((await remove(driver, { Password: driver.password })).status).toBe(200)
  await expect(
    rows(
      `insert into vehicle (vehicle_id, driver_id, make, model, plate, plate_key, state, color, year, is_default)
       values (gen_random_uuid(), $1, 'A', 'B', 'C', 'Iowa C', 'Iowa', 'Red', 2020, false)`,
      [driver.driverId],
    ),
  ).rejects.toMatchObject({ code: 'PK000', message: 'unauthorized' })
})
