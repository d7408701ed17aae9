// Web Push over HTTP to a push service that decrypts: signed, in the driver's language, once, and one tap that extends.

import * as account from '@parkit/contract/driver/account'
import { settings } from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/messaging/notices'
import { withdraw } from '@parkit/contract/money/refunds'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { enqueueNotice } from './notices.ts'
import { isPushService } from './push.ts'
import { anotherServer, dispatchOnly, noticeActs, startPushService } from './testing.ts'

let parkit: TestServer
let service: Awaited<ReturnType<typeof startPushService>>
let acts: ReturnType<typeof noticeActs>
let parking: ReturnType<typeof parkingActions>
const endings: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  service = await startPushService()
  parkit = await startTestServer({ env: { PUSH_SERVICES: service.origin } })
  acts = noticeActs(parkit)
  parking = parkingActions(parkit)
})
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
  await parkit.stop()
  await service.stop()
})

type Driver = Awaited<ReturnType<TestServer['driver']>>
const subscribed = async (given?: Driver) => {
  const driver = given ?? (await parkit.driver())
  // what was told before is not told here
  await acts.settle()
  const device = service.device()
  expect((await acts.subscribe(driver, device.body)).status).toBe(200)
  return { driver, device }
}
const at = async (minutes: number, ...servers: TestServer[]) => {
  acts.later(minutes)
  await acts.settle(...servers)
}
const subscriptions = async () => (await parkit.db.pool.query('select endpoint from push_subscription')).rows.length

test('a push is signed with the key the browser subscribed with, encrypted for it and offers the extension', async () => {
  const { driver, device } = await subscribed()
  const { SessionId } = await parkit.park(driver)
  await at(45)
  expect(device.got).toHaveLength(1)
  const { push, vapid, ttl, urgency } = device.got[0]!
  expect(push).toEqual({
    Language: 'en',
    Title: '15 min left at Lot 5101',
    Body: '15 min left at Lot 5101. Your parking ends at 1:00 PM. Plate TST 1.',
    Tag: SessionId,
    Path: `/dashboard?session=${SessionId}`,
    Quiet: false,
    EndsAtMs: noon.add({ hours: 1 }).epochMilliseconds,
    Extend: {
      Button: 'Extend 15 min, $0.50',
      Call: contract.extendFromPush.path,
      Token: expect.any(String),
      Failed: 'Couldn’t extend',
    },
  })
  expect(vapid).toMatchObject({ aud: service.origin, sub: 'mailto:push@parkit.example' })
  expect(vapid.key).toBe((await acts.settings(driver)).body.PushKey)
  expect([ttl, urgency]).toEqual([15 * 60, 'high'])
  // in the sandbox it can be read there too
  expect(await acts.told(driver)).toEqual([{ channel: 'push', subject: push.Title, body: push.Body }])
})

test('the key pair is created once for all servers, or configured', async () => {
  const other = await anotherServer(parkit)
  endings.push(() => other.app.close())
  const keyOf = async (server: TestServer | typeof other, driver: Driver) => {
    const reply = await server.app.inject({
      url: contract.settings.path,
      headers: { authorization: `Bearer ${driver.token}` },
    })
    return reply.json().PushKey
  }
  const driver = await parkit.driver()
  expect(await keyOf(other, driver)).toBe(await keyOf(parkit, driver))
  const pair = webPush.generateVAPIDKeys()
  const env = {
    VAPID_PUBLIC_KEY: pair.publicKey,
    VAPID_PRIVATE_KEY: pair.privateKey,
    VAPID_SUBJECT: 'mailto:a@b.example',
  }
  const third = await anotherServer(parkit, { push: readConfig(env).push })
  endings.push(() => third.app.close())
  expect(await keyOf(third, driver)).toBe(pair.publicKey)
  expect(() => readConfig({ ...env, VAPID_SUBJECT: '' })).toThrow(ConfigError)
  expect(() => readConfig({ ...env, VAPID_PRIVATE_KEY: 'short' })).toThrow(/VAPID_PRIVATE_KEY/)
})

test('a tap extends once for the price it showed; a second tap gets the same answer', async () => {
  const { driver, device } = await subscribed()
  const { SessionId } = await parkit.park(driver)
  await at(45)
  const { Token } = device.got[0]!.push.Extend!
  const before = await parking.balance(driver)
  const taps = await Promise.all([acts.tap(Token), acts.tap(Token)])
  for (const { status, body } of taps)
    expect([status, body]).toEqual([
      200,
      {
        Title: 'Extended to 1:15 PM',
        Body: 'Your parking at Lot 5101 now ends at 1:15 PM. Plate TST 1. You paid $0.50.',
      },
    ])
  expect((await acts.tap(Token)).body).toEqual(taps[0].body)
  expect(await parking.balance(driver)).toBe(before - 0.5)
  const [session] = await parking.active(driver)
  expect(session).toMatchObject({ SessionId, Minutes: 75, AutoExtended: false })
  await acts.settle()
  // what was said last takes the reminder's place, and stays out of sight where the app is in sight
  expect(device.got.map(({ push }) => [push.Title, push.Tag, push.Quiet])).toEqual([
    ['15 min left at Lot 5101', SessionId, false],
    ['Extended to 1:15 PM', SessionId, true],
  ])
})

test('a tap does nothing if the session changed or ended, or if the token is not ours', async () => {
  const { driver, device } = await subscribed()
  const { SessionId } = await parkit.park(driver)
  await at(45)
  const { Token } = device.got[0]!.push.Extend!
  await parking.extend(driver, SessionId, 30)
  expect((await acts.tap(Token)).error.Code).toBe('quote_expired')
  await acts.settle()
  await at(30)
  const next = device.got.at(-1)!.push.Extend!.Token
  await parking.stop(driver, SessionId)
  expect((await acts.tap(next)).error.Code).toBe('session_ended')
  const forged = [next.replace('.50.', '.1.'), `${next}x`, 'P-0000000000.1.1.x', 'nothing']
  for (const token of forged) expect((await acts.tap(token)).error.Code).toBe('not_found')
})

test('no extend button at the max stay; a short wallet is reported', async () => {
  const { driver, device } = await subscribed()
  await parkit.park(driver, 240)
  await at(225)
  expect(device.got.map(({ push }) => push.Extend)).toEqual([null])
  const poor = await subscribed(await parkit.driver({ dollars: 2.35 }))
  await parkit.park(poor.driver)
  await at(45)
  expect((await acts.tap(poor.device.got[0]!.push.Extend!.Token)).error.Code).toBe('insufficient_funds')
})

test('a push goes to every browser of the driver, in the driver’s language, until sign-out there', async () => {
  const { driver, device } = await subscribed()
  const second = await parkit.call(account.token, {
    body: { grant_type: 'password', username: driver.email, password: driver.password },
  })
  const elsewhere = { ...driver, token: second.body.access_token }
  const { device: other } = await subscribed(elsewhere)
  expect((await acts.settings(driver)).body.PushDevices).toBe(2)
  await parkit.call(settings, { body: { Language: 'hi' } }, { token: driver.token })
  await parkit.park(driver)
  await at(45)
  expect([device, other].map(({ got }) => got.map(({ push }) => [push.Title, push.Extend!.Button]))).toEqual(
    Array(2).fill([['Lot 5101, 15 मिनट बाकी', '15 मिनट बढ़ाएँ, $0.50']]),
  )
  await parkit.call(account.logout, {}, { token: elsewhere.token })
  await parkit.call(contract.unsubscribe, { body: { endpoint: device.body.endpoint } }, { token: driver.token })
  await at(10)
  expect([device.got.length, other.got.length, await subscriptions()]).toEqual([1, 1, 0])
})

test('a browser belongs to the driver who subscribed it last', async () => {
  const { driver, device } = await subscribed()
  const next = await parkit.driver()
  await acts.settle()
  await acts.subscribe(next, device.body)
  await parkit.park(driver)
  await at(45)
  expect(device.got).toEqual([])
  await parkit.park(next)
  await at(45)
  expect(device.got).toHaveLength(1)
  // and only its own driver ends it
  await parkit.call(contract.unsubscribe, { body: { endpoint: device.body.endpoint } }, { token: driver.token })
  expect(await subscriptions()).toBe(1)
})

test('the oldest subscription of a driver is replaced, never one that just changed owner', async () => {
  const { device } = await subscribed()
  const next = await parkit.driver({ dollars: 0 })
  const subscribe = async (browser: typeof device) => {
    parkit.clock.advance({ seconds: 1 })
    await acts.subscribe(next, browser.body)
  }
  const first = service.device()
  await subscribe(first)
  for (let n = 1; n < 20; n++) await subscribe(service.device())
  await subscribe(device)
  const { rows } = await parkit.db.pool.query('select endpoint from push_subscription')
  const kept = rows.map(({ endpoint }) => endpoint)
  expect([kept.length, kept.includes(device.body.endpoint), kept.includes(first.body.endpoint)]).toEqual([
    20,
    true,
    false,
  ])
})

test.each([404, 410])('a subscription that answers %i is deleted', async status => {
  const { driver, device } = await subscribed()
  await parkit.park(driver)
  service.answers.push(status)
  await at(45)
  await at(10)
  expect([device.got.length, await subscriptions()]).toEqual([1, 0])
})

test('a push that was surely not accepted is sent again; one that may have been is not', async () => {
  const { driver, device } = await subscribed()
  await parkit.park(driver)
  service.answers.push(429, 503, 201, 500)
  for (const minutes of [45, 1, 1, 1]) await at(minutes)
  expect(device.got).toHaveLength(3)
  for (const minutes of [7, 1, 1]) await at(minutes)
  expect(device.got).toHaveLength(4)
  expect(await subscriptions()).toBe(1)
})

test('a server that dies while sending a push: no other server sends it again', async () => {
  const { driver, device } = await subscribed()
  await parkit.park(driver)
  acts.later(45)
  await dispatchOnly(parkit)
  const other = (await anotherServer(parkit, { pushServices: [service.origin] })) as TestServer
  endings.push(() => other.app.close())
  const waiting = service.hang()
  const hanging = parkit.jobs.runDue()
  const response = await waiting
  await at(2, other)
  response.destroy()
  await hanging
  await at(2, other, parkit)
  expect(device.got).toHaveLength(1)
})

test('a top-up is pushed; an automatic one sends no second email', async () => {
  const { driver, device } = await subscribed()
  await acts.choose(driver, 'topUp', 'mail')
  await parkit.call(addMoney, { body: { Amount: 20 } }, { token: driver.token })
  await acts.settle()
  const by = async (channel: string) =>
    (await acts.told(driver)).filter(one => one.channel === channel).map(({ subject }) => subject)
  expect(device.got.map(({ push }) => [push.Title, push.Body])).toEqual([
    ['$20.00 added to your wallet', 'We added $20.00 from your card. Your balance is $70.00.'],
  ])
  expect(await by('mail')).toEqual(['$20.00 added to your wallet'])
  const data = { amountCents: 500, balanceCents: 7500, auto: true }
  await enqueueNotice(parkit.db.pool, { driverId: driver.driverId, kind: 'topUp', data, at: parkit.clock.now() })
  await acts.settle()
  expect([device.got.length, await by('mail')]).toEqual([2, ['$20.00 added to your wallet']])
})

test('a withdrawal is pushed once the provider accepted it', async () => {
  const { driver, device } = await subscribed()
  await parkit.call(withdraw, { body: { Amount: 12 } }, { token: driver.token })
  await acts.settle()
  expect(device.got.map(({ push }) => push.Body)).toEqual(['We refunded $12.00 to your card.'])
})

test('a kind that is turned off is not pushed', async () => {
  const { driver, device } = await subscribed()
  await acts.choose(driver, 'ends15', 'push', false)
  await parkit.park(driver)
  await at(45)
  expect(device.got).toEqual([])
  await at(10)
  expect(device.got.map(({ push }) => push.Title)).toEqual(['5 min left at Lot 5101'])
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://wns2-by3p.notify.windows.com/w/?token=x', true],
  ['https://web.push.apple.com/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://a@fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com.example/x', false],
  ['https://notfcm.googleapis.com/x', false],
  ['http://127.0.0.1/x', false],
  ['http://127.0.0.1:9/x', true],
  ['file:///etc/passwd', false],
  ['nothing', false],
])('%s as a push service: %s', (endpoint, taken) => {
  expect(isPushService(endpoint, ['http://127.0.0.1:9'])).toBe(taken)
})

test('an address of no push service is refused at its field', async () => {
  const driver = await parkit.driver()
  const reply = await acts.subscribe(driver, { ...service.device().body, endpoint: 'http://169.254.169.254/latest' })
  expect([reply.status, Object.keys(reply.error.Fields!)]).toEqual([400, ['endpoint']])
})

test('features enqueue money and support notices in the transaction of their cause', async () => {
  const { driver, device } = await subscribed()
  const { driverId } = driver
  await acts.choose(driver, 'refund', 'mail')
  await parkit.db.transaction(async tx => {
    const now = parkit.clock.now()
    await enqueueNotice(tx, {
      driverId,
      kind: 'topUp',
      data: { amountCents: 2500, balanceCents: 3020, auto: true },
      at: now,
    })
    const refund = { amountCents: 275, to: 'card', place: 'Lot 5101', reason: 'The gate was stuck.' } as const
    await enqueueNotice(tx, { driverId, kind: 'refund', data: refund, at: now.add({ minutes: 1 }) })
    await enqueueNotice(tx, { driverId, kind: 'chat', data: { text: `Hello\n${'all well '.repeat(40)}` }, at: now })
  })
  const undone = parkit.db.transaction(async tx => {
    await enqueueNotice(tx, { driverId, kind: 'chat', data: { text: 'never' }, at: parkit.clock.now() })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await acts.settle()
  await at(1)
  await at(60)
  const said = device.got.map(({ push }) => [push.Title, push.Body, push.Path]).sort()
  expect(said).toEqual([
    ['$2.75 refunded', 'We refunded $2.75 to your card for parking at Lot 5101. The gate was stuck.', '/account'],
    [
      '$25.00 added to your wallet',
      'We added $25.00 from your card with auto-reload. Your balance is $30.20.',
      '/account',
    ],
    ['New reply from support', expect.stringMatching(/^Support: Hello all well .*…$/), '/chatsupport'],
  ])
  const mails = (await acts.told(driver)).filter(({ channel }) => channel === 'mail')
  expect(mails.map(({ subject }) => subject)).toEqual(['$2.75 refunded'])
})
