// Broken, disguised and hostile uploads to the photo and the chat: re-encoded, stored or refused; never a fault.

import * as profile from '@parkit/contract/driver/profile'
import * as chat from '@parkit/contract/support/chat'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { formOf, heic, pdf } from '#support/support/testing.ts'

vi.setConfig({ testTimeout: 120_000 })

let parkit: TestServer
let token: string
let whole: Buffer[]
beforeAll(async () => {
  parkit = await startTestServer()
  token = (await parkit.driver({ dollars: 0, vehicle: false })).token
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#2457d6' } })
  whole = await Promise.all((['jpeg', 'png', 'webp'] as const).map(form => plain.clone().toFormat(form).toBuffer()))
  whole.push(pdf, await heic())
})
afterAll(() => parkit.stop())

const doors = [
  { path: profile.changePhoto.path, key: profile.changePhoto.upload },
  { path: chat.attach.path, key: chat.attach.upload },
]
const send = (path: string, { payload, headers }: { payload: Buffer; headers: Record<string, string> }) =>
  parkit.app.inject({ method: 'POST', url: path, payload, headers: { ...headers, authorization: `Bearer ${token}` } })

/** Taken or refused in words; what was taken is what it says it is. */
const expectClear = async (reply: Awaited<ReturnType<typeof send>>) => {
  expect(reply.statusCode, reply.body).toBeLessThan(500)
  if (reply.statusCode !== 200)
    return expect(reply.json().Code).toBeOneOf(['bad_input', 'too_large', 'unsupported_media', 'too_many_requests'])
  const { Url, PhotoUrl, ContentType } = reply.json() as Record<string, string>
  const read = await parkit.app.inject({ url: PhotoUrl ?? Url!, headers: { authorization: `Bearer ${token}` } })
  expect(read.statusCode).toBe(200)
  const type = String(read.headers['content-type'])
  if (ContentType) expect(type).toBe(ContentType)
  expect(type).toBeOneOf(['image/webp', 'application/pdf', 'image/heic'])
  expect(read.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  const bytes = read.rawPayload
  const beginning = { 'image/webp': /^RIFF[\s\S]{4}WEBP/, 'application/pdf': /%PDF/, 'image/heic': /ftyp/ }[type]!
  expect(bytes.subarray(0, 1_024).toString('latin1')).toMatch(beginning)
  expect(type === 'image/webp' ? bytes.toString('latin1') : '').not.toMatch(/<script|<svg|EICAR|GPS/)
}
/** So that the limits an hour don't hide what comes after. */
const forget = () => parkit.db.pool.query('delete from attachment')

test('36: thousands of corrupted files cause no 500', async () => {
  const broken = fc
    .tuple(
      fc.nat(4),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 6 }),
      fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      fc.constantFrom('', '<script>alert(1)</script>', 'GIF89a', '\u0000'.repeat(200)),
    )
    .map(([which, flips, share, tail]) => {
      const bytes = Buffer.from(whole[which]!)
      for (const [at, value] of flips) bytes[at % bytes.length] = value
      return Buffer.concat([bytes.subarray(0, Math.ceil(bytes.length * share)), Buffer.from(tail)])
    })
  let n = 0
  await fc.assert(
    fc.asyncProperty(broken, fc.constantFrom(...doors), async (bytes, { path, key }) => {
      if (++n % 30 === 0) await forget()
      await expectClear(await send(path, formOf(bytes, 'a.png', { key: key! })))
    }),
    { seed: 20_260_414, numRuns: Number(process.env.FUZZ_RUNS ?? 200), endOnFailure: true },
  )
})

/** A PNG that says it has 50,000 × 50,000 pixels. */
const bomb = () => {
  const bytes = Buffer.from(whole[1]!)
  bytes.writeUInt32BE(50_000, 16)
  bytes.writeUInt32BE(50_000, 20)
  return bytes
}
const eicar = ['X5O!P%@AP[4', '\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

test.each<[string, () => Buffer]>([
  ['an SVG with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a program', () => Buffer.from('7f454c460201010000', 'hex')],
  ['a GIF with a script in it', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')],
  ['a picture of too many pixels', bomb],
  ['an archive', () => Buffer.from('504b0304140000000800', 'hex')],
  ['a known virus', () => Buffer.from(eicar)],
  [
    'an XML that asks for a file',
    () => Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  ],
])('36: %s is no picture', async (_, make) => {
  for (const { path, key } of doors) {
    const reply = await send(path, formOf(make(), 'innocent.png', { key: key!, type: 'image/png' }))
    expect([reply.statusCode, reply.json().Code]).toEqual([400, 'bad_input'])
  }
})

test('36, 38: data appended to an image is removed when it is re-encoded', async () => {
  await forget()
  const withTail = Buffer.concat([whole[0]!, Buffer.from(`<script>alert(1)</script>${eicar}`)])
  for (const { path, key } of doors) await expectClear(await send(path, formOf(withTail, 'a.jpg', { key: key! })))
})

test('36: a malformed form causes no 500', async () => {
  const good = formOf(whole[1]!, 'a.png', { key: 'file' })
  const text = good.payload.toString('latin1')
  const forms = [
    text.slice(0, 60),
    text.replace('filename="a.png"', 'filename="../../../etc/cron.d/x\u0000.png"'),
    text.replace('name="file"', 'name="__proto__"'),
    text.replace('form-data', 'attachment'),
    text.replaceAll('\r\n', '\n'),
    text + text,
    text.replace('content-disposition', `x-long: ${'x'.repeat(20_000)}\r\ncontent-disposition`),
    '--parkit-test-boundary--',
    '',
  ]
  for (const form of forms)
    for (const { path } of doors)
      await expectClear(await send(path, { payload: Buffer.from(form, 'latin1'), headers: good.headers }))
})
