// Security headers on every answer: pages, files, calls, refusals and unknown addresses.
import { calls } from '@parkit/contract/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOwner, endless, nobodys, sampleOf } from '#app/samples-testing.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const pages = ['/', '/parkit3', '/homepage', '/login', '/addcard', '/nothing/here', '/api/docs/', '/sandbox/outbox']
const files = ['/manifest.webmanifest', '/robots.txt', '/assets/none.js', '/tiles/none', '/healthz', '/readyz']
const answers = ['/api/Nothing', '/api/%', '/API/Nothing', '/api/openapi.json', '/api/Vehicle/GetMakes']
const get = async (url: string, headers: Record<string, string> = {}) =>
  (await parkit.app.inject({ method: 'GET', url, headers })).headers as Record<string, string | undefined>

const policyOf = (headers: Record<string, string | undefined>) =>
  new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map(directive => directive.trim().split(/\s+/))
      .map(([name, ...sources]) => [name!, sources]),
  )

describe('40: every response', () => {
  test.each([...pages, ...files, ...answers])('%s', async url => {
    const headers = await get(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const [, seconds] = /^max-age=(\d+); includeSubDomains/.exec(headers['strict-transport-security']!)!
    expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000)
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test.each(pages)('the browser features that %s may use', async url => {
    const allowed = String((await get(url))['permissions-policy']).split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['geolocation=(self)', 'camera=(self)', 'microphone=()', 'usb=()']))
  })

  test('an API response, accepted or refused', async () => {
    const { token, owned } = await createOwner(parkit)
    const staff = await staffToken(parkit)
    for (const [name, call] of Object.entries(calls).filter(([name]) => !endless.includes(name)))
      for (const authorization of [
        undefined,
        `Bearer ${call.who === 'staff' || call.who === 'console' ? staff : token}`,
      ]) {
        const { params = {} } = sampleOf(name, owned)
        const { headers } = await parkit.app.inject({
          method: call.method,
          url: call.path.replace(/:(\w+)/g, (_, key: string) => String(params[key])),
          headers: { ...(authorization && { authorization }) },
        })
        expect(headers['x-content-type-options'], name).toBe('nosniff')
        expect(headers['content-security-policy'], name).toMatch(/^default-src 'none'/)
        // open data says nothing of anybody; when cars parked is read by token alone
        const isOpen = name.startsWith('exports.') && !['exports.staysCsv', 'exports.cdsSessions'].includes(name)
        const kept = isOpen ? /^public, max-age=60$/ : /\bno-store\b/
        expect(headers['cache-control'], `44: ${name}`).toMatch(kept)
      }
  })
})

describe('39: scripts load from this origin only, and only named sources are allowed', () => {
  test.each(pages)('%s', async url => {
    for (const cookie of ['', 'first_look=driver.en.dark', 'first_look=nobody.hi.light']) {
      const policy = policyOf(await get(url, { cookie }))
      expect(policy.get('default-src')).toEqual(["'none'"])
      expect(policy.get('script-src')).toEqual(["'self'"])
      expect(policy.get('script-src-attr')).toEqual(["'none'"])
      for (const name of ['object-src', 'frame-ancestors', 'base-uri', 'frame-src'])
        expect(policy.get(name), name).toEqual(["'none'"])
      expect(policy.get('form-action')).toEqual(["'self'"])
      expect(policy.get('connect-src')).toEqual(["'self'"])
      if (url.startsWith('/api/docs')) continue
      expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
      expect(policy.get('trusted-types')).toEqual(['parkit'])
    }
  })

  test('no page has an inline script or event handler', async () => {
    for (const url of pages)
      for (const cookie of ['', 'first_look=driver.en.dark', 'first_look=nobody.hi.light']) {
        const { body } = await parkit.app.inject({ method: 'GET', url, headers: { cookie } })
        for (const [tag, , inside] of body.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
          expect(tag, url).toMatch(/\bsrc="[./][^"]*"/)
          expect(inside!.trim(), url).toBe('')
        }
        expect(body, url).not.toMatch(/<[^>]+\son\w+\s*=|javascript:/i)
        // 45: what it loads is of the same origin
        for (const [, address] of body.matchAll(/<(?:script|link|img)\b[^>]*\b(?:src|href)="([^"]+)"/g))
          expect(address, url).toMatch(/^(\/(?!\/)|\.\/|data:|#)/)
      }
  })

  test.each(answers)('a non-page response, %s, may load nothing', async url => {
    const policy = policyOf(await get(url))
    expect([...policy.values()].every(sources => sources.join() === "'none'")).toBe(true)
  })

  test('the card provider’s hosts are allowed with real cards only, and on pages only', async () => {
    const real = await startTestServer({
      settings: { stripe: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' } },
    })
    try {
      const { headers } = await real.app.inject('/addcard')
      const page = String(headers['content-security-policy'])
      expect(page).toContain("script-src 'self' https://js.stripe.com")
      expect(page).toContain('frame-src https://js.stripe.com')
      // Apple Pay and Google Pay: asked for by the provider's frames, and in some browsers in a window of their own
      expect(headers['permissions-policy']).toContain(
        'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
      )
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
      const desk = (await real.app.inject('/desk')).headers
      expect(desk).toMatchObject({ 'cross-origin-opener-policy': 'same-origin' })
      expect(desk['permissions-policy']).toContain('payment=(self)')
      const answer = (await real.app.inject('/api/Nothing')).headers['content-security-policy']
      expect(answer).not.toContain('stripe')
    } finally {
      await real.stop()
    }
  })
})

test('41: the Mozilla Observatory score is at least 130', async () => {
  const headers = await get('/homepage')
  const policy = policyOf(headers)
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? ["'unsafe-inline'"]
  const unsafe = /unsafe|data:|\*|https:$/.test(scripts.join(' '))
  const styles = policy.get('style-src')!.includes("'unsafe-inline'")
  expect(styles).toBe(false)
  const points =
    100 +
    (unsafe ? -20 : styles ? 0 : policy.get('default-src')!.join() === "'none'" ? 10 : 5) +
    (/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ? 0 : -20) +
    (headers['x-content-type-options'] === 'nosniff' ? 0 : -5) +
    (policy.get('frame-ancestors')?.join() === "'none'" ? 5 : -20) +
    (headers['cross-origin-resource-policy'] === 'same-origin' ? 10 : 0) +
    (/^(same-origin|no-referrer|strict-origin)/.test(headers['referrer-policy'] ?? '') ? 5 : 0) +
    (headers['cross-origin-opener-policy'] === 'same-origin' ? 10 : 0) +
    (headers['access-control-allow-origin'] ? -50 : 0)
  expect(points).toBeGreaterThanOrEqual(130)
})

test.each(['https://evil.example', 'null', 'http://127.0.0.1:3000.evil.example'])(
  '42: no other origin may read a response: %s',
  async origin => {
    for (const url of [...pages, ...answers]) {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers, statusCode } = await parkit.app.inject({
          method,
          url,
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          },
        })
        for (const name of Object.keys(headers)) expect(name, url).not.toMatch(/^access-control-/)
        if (method === 'OPTIONS') expect(statusCode, url).toBeGreaterThanOrEqual(400)
      }
    }
  },
)

test('14, 18: no cookie authorizes anything, so a cross-site form has no effect', async () => {
  const { token } = await parkit.driver()
  for (const [name, call] of Object.entries(calls).filter(([name]) => !endless.includes(name))) {
    const { headers } = await parkit
      .call(call, sampleOf(name, nobodys()), { token })
      .then(() =>
        parkit.app.inject({ method: call.method, url: call.path, headers: { cookie: `access_token=${token}` } }),
      )
    expect(headers, name).not.toHaveProperty('set-cookie')
  }
})
