// Every answer of the sandbox is checked against the SDK's own types by the compiler, to the last field.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStripe, relevantEvents } from '#money/cards/cards.ts'
import { createTestDatabase, TestClock } from '#platform/testing.ts'
import { createSandboxStripe } from './stripe.ts'
import { routes } from './stripe-calls.ts'

const root = join(import.meta.dirname, '../../..')
const clock = new TestClock('2026-04-14T17:00:00Z')
const heard: { asked: string; status: number; body: object }[] = []
let db: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
beforeAll(async () => {
  db = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'parkit-shapes-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

const types: Record<string, string> = {
  customer: 'Customer',
  dispute: 'Dispute',
  event: 'Event',
  invoice: 'Invoice',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  price: 'Price',
  product: 'Product',
  refund: 'Refund',
  setup_intent: 'SetupIntent',
  subscription: 'Subscription',
}

type Body = { object?: string; data?: Body[]; url?: string; error?: object }

const typeOf = ({ object, data, error }: Body): string => {
  if (error) return '{ error: Stripe.StripeRawError }'
  if (object === 'list') return `Stripe.ApiList<${data?.[0] ? typeOf(data[0]) : 'never'}>`
  return `Stripe.${types[object ?? ''] ?? `NoTypeFor_${object}`}`
}

/** What the compiler finds wrong where each answer stands as a literal of the type that the SDK declares. */
const complaints = async (answers: Body[]): Promise<string[]> => {
  const literals = answers.map((body, i) => `export const a${i}: ${typeOf(body)} = ${JSON.stringify(body)}`)
  await writeFile(join(folder, 'answers.ts'), ["import type { Stripe } from 'stripe'", ...literals].join('\n'))
  const options = { module: 'preserve', moduleResolution: 'bundler', strict: true, noEmit: true, skipLibCheck: true }
  const compilerOptions = { ...options, target: 'ESNext', types: [] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['answers.ts'] }))
  const ran = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['--pretty', 'false', '-p', folder])
  const { stdout } = await ran.catch((error: { stdout: string }) => error)
  return stdout.split('\n').filter(Boolean)
}

/** Walks every call of the card port, and what else the sandbox answers. */
const walk = async () => {
  const sandbox = createSandboxStripe({ db, clock, callsPerSecond: 400 })
  const listen: typeof fetch = async (url, init) => {
    const answer = await sandbox.fetch(url as string, init)
    const asked = `${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`
    heard.push({ asked, status: answer.status, body: (await answer.clone().json()) as object })
    return answer
  }
  const cards = createStripe({ name: 'sandbox', ...sandbox, fetch: listen })
  const stripe = new Stripe(sandbox.secretKey, {
    httpClient: Stripe.createFetchHttpClient(listen),
    telemetry: false,
    maxNetworkRetries: 0,
  })
  const refused = (call: Promise<unknown>) => call.catch(() => undefined)

  const customerId = await cards.createCustomer('driver-1')
  const { id: methodId } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId })
  await cards.listMethods(customerId)
  await cards.keepOnce(customerId, methodId)
  let made = 0
  const pay = async (card: string, intent: 'charge' | 'verify' | 'authorize' = 'charge', isOnSession = true) => {
    const id = `charge-${++made}`
    const paymentId = await cards.prepare({ id, customerId, methodId: card, amountCents: 500, intent })
    await cards.confirm(paymentId!, isOnSession)
    return paymentId!
  }
  await cards.chooseDefault(customerId, methodId)
  await cards.changeExpiry(methodId, 12, 2036)
  await cards.changeExpiry(methodId, 12, 2020)
  const typed = { number: '4000056655665556', exp_month: 4, exp_year: 2031, cvc: '123' }
  const method = await stripe.paymentMethods.create({ type: 'card', card: typed })
  await refused(stripe.paymentMethods.create({ type: 'card', card: { ...typed, number: '4242424242424241' } }))
  await stripe.paymentMethods.attach(method.id, { customer: customerId })
  await refused(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customerId }))
  await stripe.paymentMethods.retrieve(method.id)
  await cards.deleteMethod(method.id)

  const paid = await pay('pm_card_visa')
  const disputed = await pay('pm_card_createDispute')
  await pay('pm_card_createDisputeProductNotReceived')
  await pay('pm_card_createDisputeInquiry')
  for (const card of ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedExpiredCard']) await pay(card)
  await pay('pm_card_authenticationRequired')
  await pay('pm_card_authenticationRequired', 'charge', false)
  const [captured, released] = [await pay('pm_card_visa', 'authorize'), await pay('pm_card_visa', 'verify')]
  await cards.capture(captured, 200)
  await cards.capture(captured, 200)
  await cards.close(released)
  await cards.close(paid)
  await cards.getPayment(paid)
  const refund = await cards.refund({ refundId: 'refund-1', paymentId: paid, amountCents: 100 })
  await cards.refund({ refundId: 'refund-2', paymentId: paid, amountCents: 50_000 })
  const late = await cards.refund({ refundId: 'r3', paymentId: await pay('pm_card_refundFail'), amountCents: 100 })
  await cards.refund({ refundId: 'r4', paymentId: await pay('pm_card_pendingRefund'), amountCents: 100 })
  await cards.getRefund(refund!.id)

  const cardsOnly = { allowed_payment_method_types: ['card'] }
  const setup = await stripe.setupIntents.create({ ...cardsOnly, customer: customerId, payment_method: 'pm_card_visa' })
  await stripe.setupIntents.confirm(setup.id)
  const { id: asking } = await stripe.setupIntents.create({
    ...cardsOnly,
    customer: customerId,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
  })
  await stripe.setupIntents.retrieve(asking)
  await stripe.setupIntents.cancel(asking)
  await refused(stripe.setupIntents.create({ ...cardsOnly, payment_method: 'pm_card_chargeDeclined', confirm: true }))

  const begin = async (id: string) => (await cards.preparePlan({ id, customerId, methodId, amountCents: 499 }))!
  const [plan, unpaid] = [await begin('plan-1'), await begin('plan-2')]
  await cards.payMonth(unpaid.paymentId, 'pm_card_chargeDeclined')
  await cards.payMonth(plan.paymentId, methodId)
  await cards.choosePlanCard(plan.planId, methodId)
  await cards.endWithPeriod(plan.planId, true)
  await cards.getPlan(plan.planId)
  const { latest_invoice: invoiceId } = await stripe.subscriptions.retrieve(plan.planId)
  await stripe.invoices.retrieve(String(invoiceId))
  await cards.endPlan(unpaid.planId, false)
  await cards.endPlan(plan.planId, true)

  clock.advance({ hours: 24 * 8 })
  await cards.getRefund(late!.id)
  const [from, to] = [clock.now().subtract({ hours: 24 * 9 }), clock.now()]
  await cards.listPayments(from, to)
  await cards.listRefunds(from, to)
  expect(await cards.listDisputes(from, to)).toMatchObject([{ status: 'won' }, { paymentId: disputed, status: 'lost' }])

  // each kind of error
  await refused(stripe.paymentIntents.create({ currency: 'usd' } as Stripe.PaymentIntentCreateParams))
  await refused(stripe.paymentIntents.retrieve('pi_none'))
  await refused(stripe.charges.list())
  await refused(stripe.customers.create({ metadata: { other: '1' } }, { idempotencyKey: 'customer-driver-1' }))
  // more than a second's calls, with the clock standing still
  for (let i = 0; i < 400; i++) await sandbox.browser({ method: 'GET', url: '/v1/none', body: '' })
  await refused(stripe.customers.retrieve(customerId))
}

test('the sandbox’s answers and events match the SDK’s types', { timeout: 120_000 }, async () => {
  await walk()
  const answered = heard.filter(({ status }) => status === 200)
  const unasked = routes.filter(
    ([method, path]) => !answered.some(({ asked }) => asked.startsWith(method) && path.test(asked.split(' ')[1]!)),
  )
  expect(unasked.map(([method, path]) => `${method} ${path.source}`)).toEqual([])
  expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200, 400, 402, 404, 429]))

  const { rows } = await db.pool.query<{ body: Body }>(
    `select distinct on (body ->> 'type') body from sandbox_object where object = 'event' order by body ->> 'type'`,
  )
  expect(rows.length).toBeGreaterThan(20)
  const sent = new Set(rows.map(({ body }) => (body as { type?: string }).type))
  expect(relevantEvents.filter(type => !sent.has(type))).toEqual([])
  const answers = [...heard.map(({ body }) => body), ...rows.map(({ body }) => body)]
  expect(await complaints(answers)).toEqual([])
  // the compiler does look
  const wrong: object = { ...heard[0]!.body, livemode: 'no' }
  expect(await complaints([wrong])).toMatchObject([expect.stringContaining("'string' is not assignable")])
})
