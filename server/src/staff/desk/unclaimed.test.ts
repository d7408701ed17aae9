// Unclaimed money over HTTP: leads list it and pay it out once, recorded in the books and the log.

import { deleteAccount } from '@parkit/contract/driver/profile'
import { acts } from '@parkit/contract/staff/desk-drivers'
import * as contract from '@parkit/contract/staff/desk-money'
import { acceptInvite, inviteStaff } from '@parkit/contract/staff/desk-staff'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { staffPassword, staffToken } from './testing.ts'

let parkit: TestServer
let lead: { token: string }
beforeAll(async () => {
  parkit = await startTestServer()
  lead = { token: await staffToken(parkit, 'Lena') }
})
afterAll(() => parkit.stop())

/** Somebody who deleted the account, and to whom so many cents are owed since. */
const goneWith = async (cents: number) => {
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  expect((await parkit.call(deleteAccount, { body: { Password: driver.password } }, driver)).status).toBe(200)
  parkit.clock.advance({ minutes: 1 })
  await parkit.db.pool.query(
    `select ledger_post('leftBehind', $1, $2::uuid, null, $2::uuid::text, array['card_clearing', 'unclaimed'], array[-$3::integer, $3::integer])`,
    [parkit.clock.now(), driver.driverId, cents],
  )
  return { driverId: driver.driverId, since: parkit.clock.now().toString() }
}
const list = async (query = {}) => (await parkit.call(contract.unclaimed, { query }, lead)).body
const payOut = (id: string, Payment: string, { token } = lead) =>
  parkit.call(contract.payOut, { params: { id }, body: { Payment } }, { token })
const sums = async () => {
  const { rows } = await parkit.db.pool.query<{ account: string; cents: number }>(
    `select account, sum(amount_cents)::integer as cents from posting where account in ('unclaimed', 'paid_by_hand')
      group by account order by account`,
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}
const agent = async () => {
  await parkit.call(inviteStaff, { body: { Email: 'nils@parkit.example', Role: 'agent' } }, lead)
  const { rows } = await parkit.db.pool.query<{ body: string }>(
    `select body from outbox where recipient = 'nils@parkit.example' and body like '%/desk#%'`,
  )
  const Secret = /\/desk#(\S+)/.exec(rows[0]!.body)![1]!
  const body = { Secret, Name: 'Nils', Password: staffPassword }
  return { token: (await parkit.call(acceptInvite, { body })).body.Token }
}

test('money owed is listed, paid out once and logged', async () => {
  const first = await goneWith(1_250)
  const second = await goneWith(300)
  const { Items } = await list()
  const told = (gone: typeof first, Amount: number) => ({
    Id: expect.stringMatching(/^\d+$/),
    Since: gone.since,
    Why: 'leftBehind',
    Reference: gone.driverId,
    SessionId: null,
    Amount,
  })
  expect(Items).toEqual([told(second, 3), told(first, 12.5)])
  const page = await list({ Limit: 1 })
  expect(page.Items).toEqual([Items[0]])
  expect((await list({ Limit: 1, Cursor: page.NextCursor })).Items).toEqual([Items[1]])

  const id = Items[1]!.Id
  const pressed = await Promise.all(Array.from({ length: 6 }, () => payOut(id, 'TR-2026/17')))
  expect(pressed.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await sums()).toEqual({ unclaimed: 300, paid_by_hand: 1_250 })
  expect((await list()).Items).toEqual([Items[0]])
  const log = (await parkit.call(acts, { query: {} }, lead)).body.Items.filter(({ Kind }) => Kind === 'paidOut')
  expect(log).toEqual([
    expect.objectContaining({
      Subject: id,
      Staff: expect.objectContaining({ Name: 'Lena' }),
      Details: { amountCents: 1_250, payment: 'TR-2026/17', driverId: first.driverId },
    }),
  ])
  // another transfer would be a second payment
  expect((await payOut(id, 'TR-2026/18')).error.Code).toBe('paid_out')
  expect(await sums()).toEqual({ unclaimed: 300, paid_by_hand: 1_250 })
})

test('two leads paying out at once: one is refused', async () => {
  await goneWith(700)
  const { Id } = (await list()).Items[0]!
  const other = { token: await staffToken(parkit, 'Olga') }
  const codes = await Promise.all([payOut(Id, 'A-1'), payOut(Id, 'B-1', other)])
  expect(codes.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('only leads see it and pay it out, never more than is owed', async () => {
  await goneWith(100)
  const { Id } = (await list()).Items[0]!
  const nils = await agent()
  expect((await parkit.call(contract.unclaimed, { query: {} }, nils)).error.Code).toBe('leads_only')
  expect((await payOut(Id, 'TR-1', nils)).error.Code).toBe('leads_only')
  const { rows } = await parkit.db.pool.query<{ id: string }>(
    `select max(entry_id)::text as id from entry where kind = 'paidOut'`,
  )
  for (const id of ['999999999', rows[0]!.id]) expect((await payOut(id, 'TR-1')).status).toBe(404)
  expect((await payOut(Id, 'for Maya Torres')).error.Fields).toHaveProperty('Payment')
  expect((await list()).Items[0]!.Id).toBe(Id)
})
