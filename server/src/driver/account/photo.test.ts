// The photo over HTTP: stored, shown to its driver alone, replaced, removed; and invalid files.
import * as account from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/driver/profile'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'

let parkit: TestServer
let driver: Awaited<ReturnType<TestServer['driver']>>
beforeAll(async () => {
  parkit = await startTestServer()
  driver = await parkit.driver({ dollars: 0, vehicle: false })
})
afterAll(() => parkit.stop())

const pictureOf = (width: number, height: number, background = '#2457d6') =>
  sharp({ create: { width, height, channels: 3, background } })
const picture = await pictureOf(30, 20).png().toBuffer()
const other = await pictureOf(30, 20, '#ff0000').png().toBuffer()
/** What nobody but the phone needs to know. */
const secret = 'taken at 41.8820 -87.6278'

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

test.each(['jpeg', 'png', 'webp'] as const)('a %s is stored small and square, without metadata', async type => {
  const sent = await pictureOf(900, 1_600)
    .withExif({ IFD0: { Copyright: secret } })
    .toFormat(type)
    .toBuffer()
  expect(sent.includes(secret)).toBe(true)
  const { status, body } = await send(form(sent))
  expect([status, body.PhotoUrl]).toEqual([200, await photoUrl()])
  const reply = await read()
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'no-store',
  ])
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  const { width, height, exif } = await sharp(reply.rawPayload).metadata()
  expect([width, height, exif]).toEqual([512, 512, undefined])
  expect(reply.rawPayload.includes(secret)).toBe(false)
})

test('another photo gets another address; the same photo the same address', async () => {
  const [one, two] = [await send(form(picture)), await send(form(other))]
  expect(one.body.PhotoUrl).not.toBe(two.body.PhotoUrl)
  expect((await send(form(picture))).body.PhotoUrl).toBe(one.body.PhotoUrl)
})

test('a large phone photo is accepted', async () => {
  const heavy = await sharp({
    create: {
      width: 1_300,
      height: 1_200,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect(heavy.length).toBeGreaterThan(4 * 1024 * 1024)
  expect((await send(form(heavy))).status).toBe(200)
})

test('no other driver can see it', async () => {
  await send(form(picture))
  const other = await parkit.driver({ dollars: 0, vehicle: false })
  expect((await read(other.token)).statusCode).toBe(404)
  expect((await parkit.app.inject(contract.photo.path)).statusCode).toBe(401)
  expect((await parkit.call(account.profile, {}, other)).body.PhotoUrl).toBeNull()
})

test('removing it works, also twice', async () => {
  await send(form(picture))
  for (let i = 0; i < 2; i++)
    expect((await parkit.call(contract.deletePhoto, {}, driver)).body).toEqual({ PhotoUrl: null })
  expect([await photoUrl(), (await read()).statusCode]).toEqual([null, 404])
})

test.each([
  ['an empty file', form(Buffer.alloc(0))],
  ['a script', form(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))],
  ['half a picture', form(picture.subarray(0, 60))],
  ['more pixels than anybody needs', form(await pictureOf(7_100, 7_100).png().toBuffer())],
  ['another key', form(picture, { key: 'file' })],
  ['a form that breaks off', form(picture, { end: '' })],
  ['no form', Buffer.from('photo')],
])('%s is refused at the field', async (_, payload) => {
  const { status, body } = await send(payload)
  expect([status, body.Fields]).toEqual([400, { photo: 'Choose a JPEG, PNG, or WebP up to 5 MB.' }])
})

test('too many bytes, another content type and a missing token are refused', async () => {
  expect((await send(form(Buffer.alloc(5 * 1024 * 1024 + 1)))).body.Code).toBe('too_large')
  expect((await send('{}', { type: 'application/json' })).body.Code).toBe('unsupported_media')
  expect((await send(picture, { type: 'image/png' })).body.Code).toBe('unsupported_media')
  expect((await send(form(picture), { token: 'x' })).body.Code).toBe('unauthorized')
})

test('other calls still refuse multipart bodies', async () => {
  const reply = await parkit.app.inject({
    method: 'POST',
    url: contract.update.path,
    payload: form(picture),
    headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'multipart/form-data; boundary=b' },
  })
  expect(reply.json().Code).toBe('unsupported_media')
})
