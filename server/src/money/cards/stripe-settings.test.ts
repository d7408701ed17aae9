// Stripe's settings: the events and version that docs/running.md names, what the start-up check finds, and the modes of the keys.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listMethods } from '@parkit/contract/money/cards'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { createCards, findStripeProblems } from './cards.ts'
import type { CardProvider } from './provider.ts'
import { createStripe } from './stripe.ts'
import { relevantEvents } from './stripe-events.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../../docs/running.md'), 'utf8')
const section = /\n## Stripe\n[\s\S]*?\n## /.exec(docs)![0]

test('docs/running.md names every event that the code acts on, and no other, and the version it reads', () => {
  const named = [...section.matchAll(/`((?:payment_intent|refund|charge|customer|invoice)\.[a-z_.]+)`/g)].map(m => m[1])
  expect(named.toSorted()).toEqual([...relevantEvents].toSorted())
  expect(section).toContain(`API version \`${Stripe.API_VERSION}\``)
})

const keys = { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1' }
const good = {
  object: 'webhook_endpoint',
  url: 'https://parkit.example/api/Payment/Webhook',
  status: 'enabled',
  api_version: Stripe.API_VERSION,
  enabled_events: relevantEvents,
}
const domain = {
  object: 'payment_method_domain',
  domain_name: 'parkit.example',
  enabled: true,
  apple_pay: { status: 'active' },
  google_pay: { status: 'active' },
}
const listed = (...data: object[]) => Response.json({ object: 'list', data, has_more: false, url: '' })
const problemsOf = async (endpoints: Response, domains = listed(domain)) => {
  const asked: string[] = []
  const problems = await findStripeProblems({
    stripe: keys,
    publicUrl: 'https://parkit.example',
    fetch: async (url, init) => {
      const { pathname, searchParams } = new URL(String(url))
      asked.push(`${init?.method} ${pathname}`)
      if (pathname === '/v1/webhook_endpoints') return endpoints
      expect(searchParams.get('domain_name')).toBe('parkit.example')
      return domains
    },
  })
  expect(asked).toEqual(['GET /v1/webhook_endpoints', 'GET /v1/payment_method_domains'])
  return problems
}
const endpoints = (...data: object[]) => problemsOf(listed(...data))
const refusal = (status: number) =>
  Response.json({ error: { type: 'invalid_request_error', message: 'No' } }, { status })
const refused = (status: number) => problemsOf(refusal(status), refusal(status))

describe('the check at start makes two calls that change nothing, and names', () => {
  test('nothing where all is well', async () => {
    expect(await endpoints(good)).toEqual([])
    expect(await endpoints({ ...good, enabled_events: ['*'] })).toEqual([])
    expect(await endpoints({ ...good, status: 'disabled' }, good)).toEqual([])
  })
  test('a missing endpoint', async () => {
    const expected = [expect.stringContaining('https://parkit.example/api/Payment/Webhook')]
    expect(await endpoints()).toEqual(expected)
    expect(await endpoints({ ...good, url: 'https://old.example/api/Payment/Webhook' })).toEqual(expected)
  })
  test('everything wrong about an endpoint', async () => {
    expect(await endpoints({ ...good, status: 'disabled' })).toEqual([expect.stringContaining('disabled')])
    for (const api_version of ['2020-08-27', null])
      expect(await endpoints({ ...good, api_version })).toEqual([expect.stringContaining(Stripe.API_VERSION)])
    const enabled_events = relevantEvents.filter(type => !type.startsWith('refund.'))
    expect(await endpoints({ ...good, enabled_events })).toEqual([
      'The webhook endpoint is not sent refund.created, refund.updated, refund.failed.',
    ])
  })
  test('a refused key, and a key that may not look', async () => {
    expect(await refused(401)).toEqual([expect.stringContaining('does not know STRIPE_SECRET_KEY')])
    expect(await refused(403)).toEqual([
      expect.stringContaining('may not read webhook endpoints'),
      expect.stringContaining('may not read payment method domains'),
    ])
  })
  test('a domain on which Apple Pay and Google Pay are not offered', async () => {
    const problems = (...domains: object[]) => problemsOf(listed(good), listed(...domains))
    expect(await problems()).toEqual([expect.stringContaining('parkit.example is no payment method domain')])
    expect(await problems({ ...domain, enabled: false })).toEqual([expect.stringContaining('is disabled')])
    const inactive = { status: 'inactive', status_details: { error_message: 'The file was not found.' } }
    expect(await problems({ ...domain, apple_pay: inactive })).toEqual([
      'Apple Pay is not active on parkit.example: The file was not found.',
    ])
  })
})

describe('customers belong to a mode', () => {
  let parkit: TestServer
  beforeAll(async () => {
    parkit = await startTestServer()
  })
  afterAll(() => parkit.stop())

  /** A Stripe that holds the customers of one mode. */
  const startMode = (secretKey: string, held: string[]) => {
    const provider: CardProvider = {
      ...createStripe({ ...keys, name: 'stripe', secretKey }),
      hasCustomer: async id => held.includes(id),
      createCustomer: async driverId => {
        const id = `cus_${secretKey} ${driverId}`
        held.push(id)
        return id
      },
    }
    const nothing = async () => {}
    const events = { onRefund: nothing, onDispute: nothing, onPlan: nothing }
    return createCards({ db: parkit.db, clock: parkit.clock, log: console, provider, ...events })
  }
  const rows = async (driverId: string) =>
    (
      await parkit.db.pool.query(
        `select mode, customer_id as id from card_customer where driver_id = $1 and provider = 'stripe' order by mode`,
        [driverId],
      )
    ).rows

  test('test keys and live keys have a customer each, and come back to it', async () => {
    const { driverId } = await parkit.driver({ dollars: 0, vehicle: false })
    const held: string[] = []
    const test = await startMode('sk_test_1', held).getCustomer(driverId)
    const live = await startMode('rk_live_1', held).getCustomer(driverId)
    expect([test, live]).toEqual([`cus_sk_test_1 ${driverId}`, `cus_rk_live_1 ${driverId}`])
    expect(await startMode('sk_test_1', held).getCustomer(driverId)).toBe(test)
    expect(await startMode('rk_live_1', held).getCustomer(driverId)).toBe(live)
    expect(held).toHaveLength(2)
  })

  test.each([
    ['live', 'sk_live_1', ['cus_old']],
    ['test', 'sk_live_1', []],
    ['test', 'sk_test_1', ['cus_old']],
  ])('a row of an earlier version is of the mode that has its customer: %s', async (mode, secretKey, held) => {
    const { driverId } = await parkit.driver({ dollars: 0, vehicle: false })
    await parkit.db.pool.query('delete from card_customer where customer_id = $1', ['cus_old'])
    // as the earlier version inserts it
    await parkit.db.pool.query(
      `insert into card_customer (driver_id, provider, customer_id) values ($1, 'stripe', 'cus_old') on conflict do nothing`,
      [driverId],
    )
    const found = await startMode(secretKey, [...held]).getCustomer(driverId)
    const made = `cus_${secretKey} ${driverId}`
    expect(found).toBe(held.length > 0 ? 'cus_old' : made)
    expect(await rows(driverId)).toEqual([
      ...(held.length > 0 ? [] : [{ mode: 'live', id: made }]),
      { mode, id: 'cus_old' },
    ])
  })

  test('a row of the sandbox goes on', async () => {
    const { token, driverId } = await parkit.driver({ dollars: 0, vehicle: false })
    const cards = (await parkit.call(listMethods, {}, { token })).body
    await parkit.db.pool.query(`update card_customer set mode = 'unknown' where driver_id = $1`, [driverId])
    expect((await parkit.call(listMethods, {}, { token })).body).toEqual(cards)
    const { rows } = await parkit.db.pool.query('select mode from card_customer where driver_id = $1', [driverId])
    expect(rows).toEqual([{ mode: 'test' }])
  })
})
