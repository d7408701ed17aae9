// The security headers of every kind of answer.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Foreign, securityHeaders } from './security-headers.ts'

const answerWith = async (foreign: Foreign, url = '/') => {
  const app = Fastify()
  const send = securityHeaders(foreign)
  app.addHook('onRequest', async (request, reply) => send(request, reply))
  app.get('/', async () => 'page')
  return (await app.inject(url)).headers
}
const nobody = { script: [], frame: [], connect: [] }

test('nothing from other origins runs, frames or is fetched, on error pages too', async () => {
  for (const url of ['/', '/missing']) {
    const headers = await answerWith(nobody, url)
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toEqual(expect.arrayContaining(["script-src 'self'", "frame-src 'none'", "connect-src 'self'"]))
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "object-src 'none'"]),
    )
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  }
})

test('a response that is no page gets no page policy', async () => {
  for (const url of ['/assets/app.js', '/tiles/1/2/3', '/api/Nothing']) {
    const headers = await answerWith(nobody, url)
    expect(headers['content-security-policy'], url).toMatch(/^default-src 'none'/)
    expect(headers, url).not.toHaveProperty('permissions-policy')
  }
})

test('the worker that draws the map fetches tiles and fonts of this origin, and other scripts nothing', async () => {
  const policyAt = async (url: string) => String((await answerWith(nobody, url))['content-security-policy']).split(';')
  const fetches = ["connect-src 'self'", "font-src 'self'"]
  const none = ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"]
  expect(await policyAt('/assets/tile-worker-abc.js')).toEqual([...none, ...fetches])
  expect(await policyAt('/assets/app.js')).toEqual(none)
})

test('styles are our files or allowed by hash; the provider’s script and the API page may add their own', async () => {
  const app = Fastify()
  const styles = ["'sha256-1'", "'sha256-2'"]
  const ours = securityHeaders(nobody, styles)
  const withCards = securityHeaders({ ...nobody, script: ['https://js.test'] }, styles)
  app.addHook('onRequest', async (request, reply) => (request.headers['x-cards'] ? withCards : ours)(request, reply))
  const stylesOf = async (url: string, headers = {}) =>
    String((await app.inject({ url, headers })).headers['content-security-policy'])
      .split(';')
      .filter(part => part.startsWith('style-src'))
  expect(await stylesOf('/homepage')).toEqual(["style-src 'self' 'sha256-1' 'sha256-2'"])
  expect(await stylesOf('/homepage', { 'x-cards': '1' })).toEqual([
    "style-src 'self' 'sha256-1' 'sha256-2'",
    "style-src-attr 'unsafe-inline'",
  ])
  expect(await stylesOf('/desk', { 'x-cards': '1' })).toEqual(["style-src 'self' 'sha256-1' 'sha256-2'"])
  expect(await stylesOf('/api/docs/')).toEqual(["style-src 'self' 'unsafe-inline'"])
  expect(await stylesOf('/api/Nothing')).toEqual([])
})

test('Trusted Types are required where no provider’s script runs', async () => {
  const policyAt = async (foreign: Foreign, url: string) =>
    String((await answerWith(foreign, url))['content-security-policy']).split(';')
  const ours = ["require-trusted-types-for 'script'", 'trusted-types parkit']
  const withCards = { ...nobody, script: ['https://js.test'] }
  for (const url of ['/', '/homepage', '/desk', '/sandbox/outbox'])
    expect(await policyAt(nobody, url), url).toEqual(expect.arrayContaining(ours))
  expect(await policyAt(withCards, '/desk')).toEqual(expect.arrayContaining(ours))
  expect((await policyAt(withCards, '/homepage')).filter(part => part.includes('trusted-types'))).toEqual([])
})

test('configured origins are allowed', async () => {
  const headers = await answerWith({
    script: ['https://js.test'],
    frame: ['https://f.test'],
    connect: ['https://a.test'],
  })
  const policy = String(headers['content-security-policy']).split(';')
  expect(policy).toContain("script-src 'self' https://js.test")
  expect(policy).toContain('frame-src https://f.test')
  expect(policy).toContain("connect-src 'self' https://a.test")
})
