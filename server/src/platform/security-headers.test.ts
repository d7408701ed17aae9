// What browsers are told to forbid, on every answer.
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

test('nothing foreign runs, frames or is asked, on an error page neither', async () => {
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

test('who is named may', async () => {
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
