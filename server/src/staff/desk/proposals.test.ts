// Refunds over $500: nobody approves his own, a second person's approval refunds once, and what changed is proposed again.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/driver/account'
import { stop } from '@parkit/contract/parking/sessions'
import { refund } from '@parkit/contract/staff/desk-drivers'
import * as contract from '@parkit/contract/staff/desk-proposals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { staffToken } from './testing.ts'

let parkit: TestServer
let [ana, ben] = [{ token: '' }, { token: '' }]
beforeAll(async () => {
  // ninety dollars a quarter of an hour
  parkit = await startTestServer({ city: parkingCity({ quarterCents: 9_000 }) })
  ana = { token: await staffToken(parkit, 'Ana') }
  ben = { token: await staffToken(parkit, 'Ben') }
})
afterAll(() => parkit.stop())

/** A stay of $720.35 that is over. */
const parked = async () => {
  const driver = await parkit.driver({ dollars: 1_000 })
  const { SessionId } = await parkit.park(driver, 120)
  parkit.clock.advance({ minutes: 121 })
  await parkit.jobs.runDue()
  // the staff are still at the desk
  const seen = parkit.clock.now()
  await parkit.db.pool.query(`update staff_token set seen_at = $1, expires_at = $1::timestamptz + interval '1 hour'`, [
    seen,
  ])
  return { ...driver, params: { driverId: driver.driverId, id: SessionId } }
}
const ask = (params: { driverId: string; id: string }, Amount: number, by = ana, key: string = randomUUID()) =>
  parkit.call(refund, { params, body: { Amount, Reason: 'The gate was broken' } }, { ...by, key })
const proposed = async (params: { driverId: string; id: string }, Amount = 600) => {
  const { status, body } = await ask(params, Amount)
  expect([status, body.Code, body.Items]).toEqual([202, 'needs_approval', []])
  return { params: { id: body.Proposal!.ProposalId } }
}
const approve = (proposal: { params: { id: string } }, by = ben) => parkit.call(contract.approveProposal, proposal, by)
const balance = async (by: { token: string }) => (await parkit.call(details, {}, { token: by.token })).body.Balance

test('$500.00 is refunded at once, $500.01 waits for a second person', async () => {
  const [one, other] = [await parked(), await parked()]
  expect((await ask(one.params, 500)).status).toBe(200)
  expect(await balance(one)).toBe(779.65)
  const key = randomUUID()
  const waits = await ask(other.params, 500.01, ana, key)
  expect(waits).toMatchObject({
    status: 202,
    body: { Proposal: { State: 'open', Amount: 500.01, MadeBy: { Name: 'Ana' } } },
  })
  expect((await ask(other.params, 500.01, ana, key)).body.Proposal).toEqual(waits.body.Proposal)
  expect((await ask(other.params, 600, ana, key)).error.Code).toBe('idempotency_conflict')
  expect(await balance(other)).toBe(279.65)
  // small ones that come to more than $500 wait too
  expect((await ask(one.params, 0.01)).status).toBe(202)
})

test('nobody approves or refuses his own; another lead’s approval refunds once', async () => {
  const driver = await parked()
  const proposal = await proposed(driver.params)
  expect((await approve(proposal, ana)).error.Code).toBe('own_proposal')
  const refusing = { ...proposal, body: { Reason: 'No' } }
  expect((await parkit.call(contract.refuseProposal, refusing, ana)).error.Code).toBe('own_proposal')
  const answers = await Promise.all(Array.from({ length: 5 }, () => approve(proposal)))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await balance(driver)).toBe(879.65)
  const { Items } = (await parkit.call(contract.proposals, { query: { Limit: 1 } }, ana)).body
  expect(Items).toMatchObject([{ State: 'done', MadeBy: { Name: 'Ana' }, DecidedBy: { Name: 'Ben' } }])
  expect((await approve(proposal)).error.Code).toBe('proposal_over')
})

test('an agent does not approve', async () => {
  const proposal = await proposed((await parked()).params)
  await parkit.db.pool.query(`update staff set role = 'agent' where name = 'Ben'`)
  expect((await approve(proposal)).error.Code).toBe('leads_only')
  await parkit.db.pool.query(`update staff set role = 'lead' where name = 'Ben'`)
  expect((await approve(proposal)).status).toBe(200)
})

test('a refused, a withdrawn and an expired proposal refund nothing', async () => {
  const driver = await parked()
  const [refused, withdrawn, expired] = [
    await proposed(driver.params),
    await proposed(driver.params),
    await proposed(driver.params),
  ]
  const refusing = { ...refused, body: { Reason: 'The gate was fine' } }
  expect((await parkit.call(contract.refuseProposal, refusing, ben)).status).toBe(200)
  // only who made it withdraws it
  expect((await parkit.call(contract.withdrawProposal, withdrawn, ben)).status).toBe(404)
  expect((await parkit.call(contract.withdrawProposal, withdrawn, ana)).status).toBe(200)
  for (const over of [refused, withdrawn]) expect((await approve(over)).error.Code).toBe('proposal_over')
  await parkit.db.pool.query('update proposal set expires_at = at where proposal_id = $1', [expired.params.id])
  expect((await approve(expired)).error.Code).toBe('proposal_over')
  expect(await balance(driver)).toBe(279.65)
})

test('a session that was refunded since is proposed again; one that still runs is not proposed', async () => {
  const driver = await parked()
  const [one, other] = [await proposed(driver.params, 600), await proposed(driver.params, 550)]
  expect((await approve(one)).status).toBe(200)
  expect((await approve(other)).error.Code).toBe('changed_meanwhile')
  expect((await ask(driver.params, 550)).error.Code).toBe('over_paid')
  const runs = await parkit.driver({ dollars: 1_000 })
  const { SessionId } = await parkit.park(runs, 120)
  const params = { driverId: runs.driverId, id: SessionId }
  expect((await ask(params, 600)).error.Code).toBe('session_not_over')
  await parkit.call(stop, { body: { SessionId } }, runs)
})
