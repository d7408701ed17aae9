// The photo over HTTP: kept, shown to its driver alone, replaced, removed; and what is no photo.
import * as account from '@parkit/contract/account'
import * as contract from '@parkit/contract/profile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing.ts'
import { animated, bare, pngOf, secret, telling } from './pictures.testing.ts'

let parkit: TestServer
let driver: Awaited<ReturnType<TestServer['driver']>>
beforeAll(async () => {
  parkit = await startTestServer()
  driver = await parkit.driver({ dollars: 0, vehicle: false })
})
afterAll(() => parkit.stop())

const form = (file: Buffer, { key = 'photo', end = '--b--\r\n' } = {}) =>
  Buffer.concat([
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="${key}"; filename="../../<b>photo.png"\r\ncontent-type: text/html\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n${end}`),
  ])
const send = async (
  payload: Buffer | string,
  { token = driver.token, type = 'multipart/form-data; boundary=b' } = {},
) => {
  const reply = await parkit.app.inject({
    method: 'POST',
    url: contract.changePhoto.path,
    payload,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  })
  return { status: reply.statusCode, body: reply.json() }
}
const read = (token = driver.token) =>
  parkit.app.inject({ url: contract.photo.path, headers: { authorization: `Bearer ${token}` } })
const photoUrl = async () => (await parkit.call(account.profile, {}, driver)).body.PhotoUrl

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s is kept without what it tells, and shown as what it is',
  async type => {
    const { status, body } = await send(form(telling[type]))
    expect([status, body.PhotoUrl]).toEqual([200, await photoUrl()])
    const reply = await read()
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      `image/${type}`,
      'no-store',
    ])
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.rawPayload.includes(secret)).toBe(false)
  },
)

test('another photo has another address; the same one the same', async () => {
  const [one, other] = [await send(form(bare.png)), await send(form(bare.jpeg))]
  expect(one.body.PhotoUrl).not.toBe(other.body.PhotoUrl)
  expect((await send(form(bare.png))).body.PhotoUrl).toBe(one.body.PhotoUrl)
  expect((await read()).rawPayload.equals(bare.png)).toBe(true)
})

test('nobody else sees it', async () => {
  await send(form(bare.png))
  const other = await parkit.driver({ dollars: 0, vehicle: false })
  expect((await read(other.token)).statusCode).toBe(404)
  expect((await parkit.app.inject(contract.photo.path)).statusCode).toBe(401)
  expect((await parkit.call(account.profile, {}, other)).body.PhotoUrl).toBeNull()
})

test('removed it is gone, and removing it again changes nothing', async () => {
  await send(form(bare.png))
  for (let i = 0; i < 2; i++)
    expect((await parkit.call(contract.deletePhoto, {}, driver)).body).toEqual({ PhotoUrl: null })
  expect([await photoUrl(), (await read()).statusCode]).toEqual([null, 404])
})

test.each([
  ['an empty file', form(Buffer.alloc(0))],
  ['a script', form(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))],
  ['a film', form(animated)],
  ['half a picture', form(bare.webp.subarray(0, 30))],
  ['more pixels than anybody needs', form(pngOf(1025, 10))],
  ['a picture that would fill the memory', form(pngOf(10, 4_000_000_000))],
  ['no pixels', form(pngOf(0, 0))],
  ['another key', form(bare.png, { key: 'file' })],
  ['a form that breaks off', form(bare.png, { end: '' })],
  ['no form', Buffer.from('photo')],
])('%s is refused at the field', async (_, payload) => {
  const { status, body } = await send(payload)
  expect([status, body.Fields]).toEqual([
    400,
    { photo: 'Choose a JPEG, PNG or WebP picture of at most 1024 pixels a side.' },
  ])
})

test('too many bytes, another content and nobody are refused', async () => {
  expect((await send(form(Buffer.alloc(2 * 1024 * 1024 + 1)))).body.Code).toBe('too_large')
  expect((await send('{}', { type: 'application/json' })).body.Code).toBe('unsupported_media')
  expect((await send(bare.png, { type: 'image/png' })).body.Code).toBe('unsupported_media')
  expect((await send(form(bare.png), { token: 'x' })).body.Code).toBe('unauthorized')
})

test('other calls still take no multipart', async () => {
  const reply = await parkit.app.inject({
    method: 'POST',
    url: contract.update.path,
    payload: form(bare.png),
    headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'multipart/form-data; boundary=b' },
  })
  expect(reply.json().Code).toBe('unsupported_media')
})
