// Saved cards and their authorization: entered at the provider, challenged, saved or refused, made the default, renewed, deleted.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/money/cards'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { isWhole } from '#platform/testing.ts'
import { cardOf, createFaults, lostAt } from './testing.ts'

const faults = createFaults()
let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
})
afterAll(() => parkit.stop())
beforeEach(() => {
  faults.clear()
})

const guest = () => parkit.driver({ dollars: 0, vehicle: false })
const list = async (token: string) => (await parkit.call(contract.listMethods, {}, { token })).body
const last4s = async (token: string) => (await list(token)).map(({ Last4 }) => Last4)

/** What the browser's script sends to the provider. */
const browser = async (path: string, fields: Record<string, string>) => {
  const response = await parkit.app.inject({
    method: 'POST',
    url: `/sandbox/stripe/v1/${path}`,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer pk_sandbox' },
  })
  return { status: response.statusCode, body: response.json() }
}
const typed = (number: string, more: Record<string, string> = {}) =>
  browser('payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '4',
    'card[exp_year]': '2031',
    'card[cvc]': '123',
    ...more,
  })
const authorize = async (token: string, PaymentMethodId: string, Amount = 1) =>
  parkit.call(contract.createIntent, { body: { PaymentMethodId, Amount, Currency: 'USD' } }, { token })
const answerBank = (intent: { intentId: string; ClientSecret: string | null }, passed: boolean) =>
  browser(`payment_intents/${intent.intentId}/challenge`, {
    client_secret: intent.ClientSecret!,
    passed: String(passed),
  })
const confirm = (token: string, intentId: string) => parkit.call(contract.confirm, { body: { intentId } }, { token })
const statusOf = async (intentId: string) => {
  const { rows } = await parkit.db.pool.query<{ status: string; amount_received: number }>(
    `select body ->> 'status' as status, (body ->> 'amount_received')::integer as amount_received
       from sandbox_object where id = $1`,
    [intentId],
  )
  return rows[0]
}

test('a new card is authorized, released immediately and saved; nothing is charged or credited', async () => {
  const { token } = await guest()
  const card = await typed('5555 5555 5555 4444')
  const answer = await authorize(token, card.body.id, 25)
  expect(answer).toMatchObject({ status: 200, body: { Status: 'authorized', ClientSecret: null } })
  expect(await statusOf(answer.body.intentId)).toEqual({ status: 'canceled', amount_received: 0 })
  expect(await list(token)).toContainEqual({
    Id: card.body.id,
    CardType: 'Mastercard',
    Last4: '4444',
    MonthExpiry: '04',
    YearExpiry: '2031',
    IsDefault: false,
  })
  expect((await parkit.call(details, {}, { token })).body.Balance).toBe(0)
  // the same card again: the same answer, with another amount none
  expect((await authorize(token, card.body.id, 25)).body).toEqual(answer.body)
  expect((await authorize(token, card.body.id, 26)).error.Code).toBe('idempotency_conflict')
})

test.each([
  ['4000000000000002', undefined, 'You weren’t charged. Try another card.'],
  // who may have stolen it is not told that it is known
  ['4000000000009979', undefined, 'You weren’t charged. Try another card.'],
  ['4000000000009995', 'insufficient_funds', 'doesn’t have enough funds'],
  ['4000000000000069', 'expired_card', 'has expired'],
  ['4000000000000127', 'incorrect_cvc', 'The security code (CVC) isn’t right'],
  ['4000000000000119', 'processing_error', 'Try again in a few minutes'],
])('the card %s (%s) is not saved, and the message says why if that helps', async (number, reason, text) => {
  const { token } = await guest()
  const card = await typed(number)
  expect(card.status).toBe(200)
  const refused = await authorize(token, card.body.id)
  expect(refused).toMatchObject({ status: 402, error: { Code: 'card_declined' } })
  expect(refused.error.Reason).toBe(reason)
  expect(refused.error.Message).toMatch(/You weren’t charged/)
  expect(refused.error.Message).toContain(text)
  // asked again it says the same
  expect((await authorize(token, card.body.id)).error).toMatchObject(refused.error)
  expect(await last4s(token)).toEqual(['4242', '0341'])
})

test.each([
  ['4242424242424241', {}, 'incorrect_number'],
  ['4242424242424242', { 'card[exp_year]': '2020' }, 'invalid_expiry_year'],
  ['4242424242424242', { 'card[exp_month]': '13' }, 'invalid_expiry_month'],
  ['4242424242424242', { 'card[cvc]': '12' }, 'invalid_cvc'],
  ['4111111111111111', {}, 'card_declined'],
])('invalid input (%s, %j): the provider says %s', async (number, more, code) => {
  expect(await typed(number, more)).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } })
})

test('a card with 3-D Secure is saved after the driver passes it', async () => {
  const { token } = await guest()
  const card = await typed('4000002760003184')
  const asked = await authorize(token, card.body.id)
  expect(asked.body).toMatchObject({ Status: 'requires_action', ClientSecret: expect.stringContaining('_secret_') })
  expect((await confirm(token, asked.body.intentId)).body.Status).toBe('requires_action')
  expect(await last4s(token)).not.toContain('3184')
  expect((await answerBank(asked.body, true)).status).toBe(200)
  expect((await confirm(token, asked.body.intentId)).body).toMatchObject({ Status: 'authorized' })
  expect(await last4s(token)).toContain('3184')
  expect(await statusOf(asked.body.intentId)).toEqual({ status: 'canceled', amount_received: 0 })
})

test('a card whose 3-D Secure fails is not saved, and its payment can’t be completed later', async () => {
  const { token } = await guest()
  const card = await typed('4000002760003184')
  const asked = await authorize(token, card.body.id)
  expect((await answerBank(asked.body, false)).body.error.code).toBe('payment_intent_authentication_failure')
  expect(await confirm(token, asked.body.intentId)).toMatchObject({
    status: 402,
    error: { Code: 'card_declined', Reason: 'not_authenticated' },
  })
  expect(await last4s(token)).not.toContain('3184')
  expect(await statusOf(asked.body.intentId)).toMatchObject({ status: 'canceled' })
  expect((await answerBank(asked.body, true)).status).toBe(400)
})

test('money from a card with 3-D Secure is added once, after the driver passes it', async () => {
  const { token } = await guest()
  const card = await typed('4000002760003184')
  const asked = await authorize(token, card.body.id)
  await answerBank(asked.body, true)
  await confirm(token, asked.body.intentId)
  const key = randomUUID()
  const body = { Amount: 20, PaymentMethodId: card.body.id }
  const added = await parkit.call(addMoney, { body }, { token, key })
  expect(added.body).toMatchObject({ Balance: 0, RequiresAction: { intentId: expect.stringMatching(/^pi_/) } })
  const action = added.body.RequiresAction!
  // half a minute is no reason to close a question that the driver is answering
  parkit.clock.advance({ seconds: 31 })
  await parkit.jobs.runDue()
  await answerBank(action, true)
  const answers = await Promise.all([
    confirm(token, action.intentId),
    confirm(token, action.intentId),
    parkit.jobs.runDue(),
    parkit.call(addMoney, { body }, { token, key }),
  ])
  expect(answers[0].body).toMatchObject({ Status: 'succeeded' })
  expect((await confirm(token, action.intentId)).body.Balance).toBe(20)
  expect((await parkit.call(details, {}, { token })).body.Balance).toBe(20)
})

test('an unanswered 3-D Secure request is closed after 15 minutes', async () => {
  const { token } = await guest()
  const card = await typed('4000002760003184')
  const asked = await authorize(token, card.body.id)
  parkit.clock.advance({ minutes: 16 })
  await parkit.jobs.runDue()
  expect(await statusOf(asked.body.intentId)).toMatchObject({ status: 'canceled' })
  expect((await answerBank(asked.body, true)).status).toBe(400)
  expect(await last4s(token)).not.toContain('3184')
})

test.each([
  ['prepare', /POST .v1.payment_intents$/, false],
  ['confirm', /confirm$/, true],
  ['release', /cancel$/, true],
])('the response to %s is lost: no hold remains', async (_, which, saved) => {
  const { token } = await guest()
  const card = await typed('5555555555554444')
  faults.after = lostAt(which)
  expect(await authorize(token, card.body.id)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  faults.clear()
  parkit.clock.advance({ seconds: 31 })
  await parkit.jobs.runDue()
  const { rows } = await parkit.db.pool.query(
    `select from sandbox_object where object = 'payment_intent' and body ->> 'status' = 'requires_capture'`,
  )
  expect(rows).toEqual([])
  expect((await last4s(token)).includes('4444')).toBe(saved)
  expect((await authorize(token, card.body.id)).status).toBe(saved ? 200 : 402)
})

test('a card is made the default, renewed and deleted; the next one becomes the default', async () => {
  const { token } = await guest()
  const other = await cardOf(parkit, token, '0341')
  const chosen = await parkit.call(contract.chooseDefault, { body: { PaymentMethodId: other } }, { token })
  expect(chosen.body.map(({ Last4, IsDefault }) => [Last4, IsDefault])).toEqual([
    ['0341', true],
    ['4242', false],
  ])
  const declined = await parkit.call(addMoney, { body: { Amount: 20, PaymentMethodId: other } }, { token })
  expect(declined.error.Code).toBe('card_declined')

  const renew = (YearExpiry: string, MonthExpiry = '7') =>
    parkit.call(contract.changeExpiry, { body: { PaymentMethodId: other, MonthExpiry, YearExpiry } }, { token })
  expect((await renew('2036')).body[0]).toMatchObject({ MonthExpiry: '07', YearExpiry: '2036' })
  expect((await renew('2024')).error.Fields).toEqual({ YearExpiry: 'Choose a time in the future.' })
  expect((await renew('2036', '13')).error.Fields).toHaveProperty('MonthExpiry')

  const remove = (id: string) => parkit.call(contract.deleteMethod, { params: { id } }, { token })
  expect((await remove(other)).body.map(({ Last4, IsDefault }) => [Last4, IsDefault])).toEqual([['4242', true]])
  expect((await remove(other)).status).toBe(404)
  expect((await remove(await cardOf(parkit, token, '4242'))).body).toEqual([])
  expect((await parkit.call(addMoney, { body: { Amount: 20 } }, { token })).error.Code).toBe('no_card')
})

test('another driver’s card is 404: it can’t be chosen, renewed, deleted, charged or confirmed', async () => {
  const [one, other] = [await guest(), await guest()]
  const id = await cardOf(parkit, one.token, '4242')
  const { token } = other
  expect((await parkit.call(contract.chooseDefault, { body: { PaymentMethodId: id } }, { token })).status).toBe(404)
  const renewed = { PaymentMethodId: id, MonthExpiry: '7', YearExpiry: '2036' }
  expect((await parkit.call(contract.changeExpiry, { body: renewed }, { token })).status).toBe(404)
  expect((await parkit.call(contract.deleteMethod, { params: { id } }, { token })).status).toBe(404)
  expect((await authorize(token, id)).status).toBe(402)
  const card = await typed('4000002760003184')
  const asked = await authorize(one.token, card.body.id)
  expect((await confirm(token, asked.body.intentId)).status).toBe(404)
  expect(await last4s(one.token)).toContain('4242')
})

test('the browser endpoint accepts the publishable key only, creates cards, and shows a payment only for its secret', async () => {
  const { token } = await guest()
  const asked = await authorize(token, (await typed('4000002760003184')).body.id)
  expect((await answerBank({ ...asked.body, ClientSecret: 'wrong' }, true)).status).toBe(404)
  expect((await browser('payment_intents', { amount: '100' })).status).toBe(404)
  expect((await browser('customers', {})).status).toBe(404)
  const response = await parkit.app.inject({ method: 'POST', url: '/sandbox/stripe/v1/payment_methods' })
  expect(response.statusCode).toBe(401)
})

test('no card number or security code is in any table, the sandbox provider’s own included', async () => {
  const number = '4000056655665556'
  const { token } = await guest()
  const { body } = await typed(number, { 'card[cvc]': '987' })
  expect((await authorize(token, body.id)).status).toBe(200)
  const { rows } = await parkit.db.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and ${isWhole}`,
  )
  expect(rows.length).toBeGreaterThan(30)
  for (const { name } of rows) {
    const found = await parkit.db.pool.query(`select from "${name}" as row where row::text ~ $1 limit 1`, [
      `${number}|cvc\\W+987`,
    ])
    expect(found.rowCount, name).toBe(0)
  }
})

test('a new driver has no card, and is told so where one would be charged', async () => {
  const { token } = await parkit.driver({ dollars: 0, vehicle: false, cards: [] })
  expect(await list(token)).toEqual([])
  expect((await parkit.call(addMoney, { body: { Amount: 20 } }, { token })).error.Code).toBe('no_card')
})

test('a card that is saved again is kept once, under its first id and with its new expiry', async () => {
  const { token } = await parkit.driver({ dollars: 0, vehicle: false, cards: [] })
  const first = await typed('5555555555554444')
  expect((await authorize(token, first.body.id)).body.PaymentMethodId).toBe(first.body.id)
  await authorize(token, (await typed('4242424242424242')).body.id)
  const again = await typed('5555555555554444', { 'card[exp_year]': '2033' })
  const saved = await authorize(token, again.body.id)
  expect(saved.body).toMatchObject({ Status: 'authorized', PaymentMethodId: first.body.id })
  // the same call again answers the same
  expect((await authorize(token, again.body.id)).body).toEqual(saved.body)
  expect((await list(token)).filter(({ Last4 }) => Last4 === '4444')).toMatchObject([
    { Id: first.body.id, YearExpiry: '2033' },
  ])
  expect(await last4s(token)).toHaveLength(2)
})

test('a card with 3-D Secure that is saved again is kept once', async () => {
  const { token } = await parkit.driver({ dollars: 0, vehicle: false, cards: [] })
  const ids = []
  for (let times = 0; times < 2; times++) {
    const asked = await authorize(token, (await typed('4000002760003184')).body.id)
    await answerBank(asked.body, true)
    ids.push((await confirm(token, asked.body.intentId)).body.PaymentMethodId)
  }
  expect(ids[1]).toBe(ids[0])
  expect((await list(token)).map(({ Id }) => Id)).toEqual([ids[0]])
})

test('the same card saved on five devices at once is kept once', async () => {
  const { token } = await parkit.driver({ dollars: 0, vehicle: false, cards: [] })
  const made = await Promise.all(Array.from({ length: 5 }, () => typed('4242424242424242')))
  const answers = await Promise.all(made.map(({ body }) => authorize(token, body.id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await last4s(token)).toEqual(['4242'])
})

test('where the provider is lost before a second copy is dropped, a job drops it', async () => {
  const { token } = await parkit.driver({ dollars: 0, vehicle: false, cards: [] })
  const first = await typed('4242424242424242')
  await authorize(token, first.body.id)
  faults.before = lostAt(/detach/)
  const again = await typed('4242424242424242')
  expect((await authorize(token, again.body.id)).status).toBe(200)
  expect(await last4s(token)).toEqual(['4242', '4242'])
  faults.clear()
  parkit.clock.advance({ minutes: 1 })
  await parkit.jobs.runDue()
  expect((await list(token)).map(({ Id }) => Id)).toEqual([first.body.id])
})
