// With Stripe's keys: calls go to Stripe's own address with the secret key, its hosts are allowed, and the sandbox is unreachable.
import { config } from '@parkit/contract/money/provider'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { webhookPath } from './stripe-events.ts'

const keys = { secretKey: 'sk_1', publishableKey: 'pk_1', webhookSecret: 'whsec_1' }
const asked: string[] = []
let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({
    settings: { stripe: keys },
    cardFetch: () => async (url, init) => {
      const headers = new Headers(init?.headers)
      asked.push(`${headers.get('authorization')} ${init?.method} ${url}`)
      return Response.json(
        { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
        { status: 401 },
      )
    },
  })
})
afterAll(() => parkit.stop())

/** A directive of the page's policy. */
const policy = async (server: TestServer, directive: string, page = '/account') =>
  String((await server.app.inject(page)).headers['content-security-policy'])
    .split(';')
    .find(part => part.startsWith(`${directive} `))

test('the browser gets Stripe’s publishable key and script, and no secret', async () => {
  expect((await parkit.call(config, {})).body).toEqual({
    Provider: 'stripe',
    PublishableKey: 'pk_1',
    ScriptUrl: 'https://js.stripe.com/endive/stripe.js',
    Sandbox: false,
  })
})

test('Stripe is called with the secret key; a rejected key charges nobody', async () => {
  const { token } = await parkit.driver({ dollars: 0, vehicle: false, cards: [] })
  expect((await parkit.call(addMoney, { body: { Amount: 20 } }, { token })).error.Code).toBe('unavailable')
  expect(asked[0]).toBe('Bearer sk_1 POST https://api.stripe.com/v1/customers')
})

test('pages may load from Stripe’s hosts only where Stripe is used', async () => {
  expect(await policy(parkit, 'script-src')).toBe("script-src 'self' https://js.stripe.com https://*.js.stripe.com")
  expect(await policy(parkit, 'frame-src')).toBe(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  )
  expect(await policy(parkit, 'connect-src')).toBe("connect-src 'self' https://api.stripe.com")
  // where no card is typed, not even there
  for (const page of ['/desk', '/desk/chats', '/api/docs']) {
    expect(await policy(parkit, 'script-src', page)).toBe("script-src 'self'")
    expect(await policy(parkit, 'frame-src', page)).toBe("frame-src 'none'")
    expect(await policy(parkit, 'connect-src', page)).toBe("connect-src 'self'")
  }
  const sandbox = await startTestServer()
  expect(await policy(sandbox, 'script-src')).toBe("script-src 'self'")
  expect(await policy(sandbox, 'frame-src')).toBe("frame-src 'none'")
  expect(await policy(sandbox, 'connect-src')).toBe("connect-src 'self'")
  await sandbox.stop()
})

test('with Stripe the sandbox is unreachable, also with its webhook signature', async () => {
  const door = { method: 'POST', url: '/sandbox/stripe/v1/payment_methods' } as const
  const answer = await parkit.app.inject({ ...door, headers: { authorization: 'Bearer pk_sandbox' } })
  expect(answer.statusCode).toBe(404)
  const payload = '{"id":"evt_1","object":"event"}'
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1776186000,v1=00' }
  expect((await parkit.app.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode).toBe(400)
})
