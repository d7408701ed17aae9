// The sandbox outbox page: in the sandbox alone, escaped, and by recipient in a public demo.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { storeMessages } from './message-store.ts'

const real = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'a@b.example',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'x',
  TWILIO_FROM: '+13125550100',
  STRIPE_SECRET_KEY: 'sk_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

const servers: TestServer[] = []
const start = async (env: Record<string, string>) => {
  const server = await startTestServer({ env })
  servers.push(server)
  const message = { messageId: crypto.randomUUID(), channel: 'push', subject: '<b>15 & 5</b>', body: '"more"' } as const
  await storeMessages(server.db.pool, [{ ...message, recipient: 'maya@example.com' }], server.clock.now())
  return async (query = '', from: object = {}) =>
    (await server.app.inject({ url: `/sandbox/outbox${query}`, ...from })).body
}
let local: Awaited<ReturnType<typeof start>>
let demo: typeof local
let production: typeof local
beforeAll(async () => {
  local = await start({})
  demo = await start({ RATE_LIMIT: '', PARKIT_SANDBOX: '1' })
  production = await start(real)
})
afterAll(async () => {
  for (const server of servers) await server.stop()
})

const shown = '&#60;b&#62;15 &#38; 5&#60;/b&#62;'

test('shows sent messages as text', async () => {
  const body = await local()
  expect(body).toContain(shown)
  expect(body).toContain('<b>Push</b> to maya@example.com')
  expect(await local('?to=other@example.com')).not.toContain(shown)
  expect(await local('?to=%22%3E%3Cscript%3E')).toContain('value="&#34;&#62;&#60;script&#62;"')
})

test('without a public demo it answers this machine alone, and through no proxy', async () => {
  for (const from of [
    { remoteAddress: '10.0.0.7' },
    { headers: { host: 'rebound.example' } },
    ...['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'].map(name => ({
      headers: { [name]: '127.0.0.1' },
    })),
  ]) {
    expect(await local('', from), JSON.stringify(from)).not.toContain(shown)
    expect(await demo('?to=maya@example.com', from)).toContain(shown)
  }
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect(await local('', { headers: { host } })).toContain(shown)
})

test('a message is stored once, for a day', async () => {
  const { db, clock } = servers[0]!
  const handed = { messageId: crypto.randomUUID(), channel: 'mail', recipient: 'sam@example.com', body: '' } as const
  const hand = (subject: string, hours: number, messageId: string = handed.messageId) =>
    storeMessages(db.pool, [{ ...handed, messageId, subject }], clock.now().add({ hours }))
  expect([(await hand('early', 0)).size, (await hand('again', 1)).size]).toEqual([1, 0])
  await hand('late', 24, crypto.randomUUID())
  expect(await local('?to=sam@example.com')).toContain('early')
  await hand('later', 25, crypto.randomUUID())
  const body = await local('?to=sam@example.com')
  expect(['early', 'again', 'late', 'later'].filter(subject => body.includes(`>${subject}<`))).toEqual([
    'late',
    'later',
  ])
})

test('a public demo shows only the messages of a given address', async () => {
  expect(await demo()).not.toContain(shown)
  expect(await demo('?to=Maya@Example.com')).toContain(shown)
})

test('does not exist with real services', async () => {
  expect(await production()).not.toContain(shown)
})
