// Attachments over HTTP: file types, re-encoded pictures, access, and limits.
import { randomBytes } from 'node:crypto'
import { attachment as limits } from '@parkit/contract/platform/limits'
import * as contract from '@parkit/contract/support/chat'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { formOf, heic, pdf } from '#support/support/testing.ts'
import { fileName } from './file.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)

const someone = () => parkit.driver({ dollars: 0, vehicle: false })
type Driver = Awaited<ReturnType<typeof someone>>
const picture = (format: 'jpeg' | 'png' | 'webp', width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: 'orange' } })
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .toFormat(format)
    .toBuffer()
const upload = async ({ token }: Driver, form: ReturnType<typeof formOf>) => {
  const { payload, headers } = form
  const reply = await parkit.app.inject({
    method: 'POST',
    url: contract.attach.path,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  return { status: reply.statusCode, body: reply.json() }
}
const attach = async (driver: Driver, bytes = pdf, name = 'receipt.pdf') => {
  const { status, body } = await upload(driver, formOf(bytes, name))
  expect([status, body.Message]).toEqual([200, undefined])
  return body as contract.Attachment
}
const fetchFile = ({ token }: Driver, id: string) =>
  parkit.app.inject({
    url: contract.attachment.path.replace(':id', id),
    headers: { authorization: `Bearer ${token}` },
  })
const say = ({ token }: Driver, AttachmentIds: string[], text = '') =>
  parkit.call(contract.say, { body: { text, AttachmentIds } }, { token })

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s is re-encoded without metadata and can be sent without text',
  async format => {
    const driver = await someone()
    const file = await attach(driver, await picture(format), '../../etc/Sign 7414.exe')
    expect(file).toMatchObject({ Name: 'Sign 7414.webp', ContentType: 'image/webp', Width: 40, Height: 30 })
    const said = await say(driver, [file.AttachmentId])
    expect([said.status, said.body.text, said.body.Attachments]).toEqual([200, '', [file]])
    const reply = await fetchFile(driver, file.AttachmentId)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': file.ContentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.Name)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    expect(reply.rawPayload.length).toBe(file.Size)
    expect(reply.rawPayload.toString('latin1')).not.toContain('Secret')
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 40, height: 30 })
  },
)

test('a large picture is reduced, and a rotated one stored upright', async () => {
  const driver = await someone()
  const turned = await sharp(await picture('jpeg', 4000, 1000))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(await attach(driver, turned)).toMatchObject({ Width: limits.sidePixels / 4, Height: limits.sidePixels })
})

test('a HEIC keeps its picture without its position', async () => {
  const driver = await someone()
  const bytes = Buffer.from(await heic())
  const file = await attach(driver, bytes, 'IMG_1.HEIC')
  expect(file).toMatchObject({ Name: 'IMG_1.heic', ContentType: 'image/heic', Size: bytes.length })
  const kept = (await fetchFile(driver, file.AttachmentId)).rawPayload
  expect([bytes.includes('Secret place'), kept.includes('Secret')]).toEqual([true, false])
  // blanked where it isn't as it was, or unused now
  for (const [at, byte] of kept.entries()) if (byte !== bytes[at]) expect(byte).toBe(0)
})

test('a PDF is unchanged', async () => {
  const driver = await someone()
  const file = await attach(driver, pdf, 'Bill.html')
  expect(file).toMatchObject({ Name: 'Bill.pdf', ContentType: 'application/pdf', Size: pdf.length, Width: null })
  expect((await fetchFile(driver, file.AttachmentId)).rawPayload.equals(pdf)).toBe(true)
})

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  [
    'an SVG with a script',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    'file',
  ],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'file'],
  ['text', () => Buffer.from('hello'), 'file'],
  ['nothing', () => Buffer.alloc(0), 'file'],
  ['noise', () => randomBytes(5000), 'file'],
  ['a zip', () => Buffer.from('504b0304140000000800', 'hex'), 'file'],
  [
    'a GIF',
    () =>
      sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .gif()
        .toBuffer(),
    'file',
  ],
  ['half a HEIC', async () => (await heic()).subarray(0, 500), 'file_broken'],
  ['half a JPEG', async () => (await picture('jpeg', 400, 400)).subarray(0, 900), 'file_broken'],
  ['a PNG’s head alone', async () => (await picture('png')).subarray(0, 33), 'file_broken'],
])('%s is refused', async (_, make, said) => {
  const driver = await someone()
  const { status, body } = await upload(driver, formOf(await make(), 'photo.jpg', { type: 'image/jpeg' }))
  expect([status, body.Code, body.Fields]).toEqual([
    400,
    'bad_input',
    {
      file:
        said === 'file'
          ? 'Choose a photo (JPEG, PNG, WebP, HEIC) or a PDF.'
          : 'We can’t open this file. Choose another.',
    },
  ])
})

test('a picture with too many pixels is refused before decoding', async () => {
  const driver = await someone()
  const bomb = await picture('png', 9000, 7000)
  expect(bomb.length).toBeLessThan(1_000_000)
  expect((await upload(driver, formOf(bomb, 'big.png'))).body.Fields).toEqual({
    file: 'We can’t open this file. Choose another.',
  })
})

test('10 MB are accepted, one byte more is not', async () => {
  const driver = await someone()
  const exact = Buffer.concat([pdf, Buffer.alloc(limits.mostBytes - pdf.length, 0x20)])
  expect(await attach(driver, exact)).toMatchObject({ Size: limits.mostBytes })
  const { status, body } = await upload(driver, formOf(Buffer.concat([exact, Buffer.from(' ')])))
  expect([status, body.Code, body.Fields]).toEqual([413, 'too_large', { file: 'Files can be up to 10 MB.' }])
})

test('a form without the file, or no form, is refused', async () => {
  const driver = await someone()
  expect((await upload(driver, formOf(pdf, 'a.pdf', { key: 'photo' }))).body.Fields).toHaveProperty('file')
  const cut = formOf(pdf)
  expect((await upload(driver, { ...cut, payload: cut.payload.subarray(0, 80) })).status).toBe(400)
  expect((await upload(driver, { payload: pdf, headers: { 'content-type': 'application/pdf' } })).status).toBe(415)
})

test('a file is private to its owner until sent, then to the two sides', async () => {
  const [driver, other] = [await someone(), await someone()]
  const file = await attach(driver)
  expect((await fetchFile(other, file.AttachmentId)).statusCode).toBe(404)
  expect((await say(other, [file.AttachmentId])).error.Fields).toHaveProperty('AttachmentIds')
  expect((await parkit.app.inject({ url: file.Url })).statusCode).toBe(401)

  const { chat, attachments } = parkit.features.support
  const now = parkit.clock.now()
  const reply = await attachments.addForSupport(driver.driverId, { bytes: pdf, name: 'Terms.pdf' }, now)
  expect((await fetchFile(driver, reply.AttachmentId)).statusCode).toBe(404)
  expect((await say(driver, [reply.AttachmentId])).status).toBe(400)
  const conversationId = await chat.open(driver.driverId, now)
  await chat.say({ conversationId, sender: 'support', name: 'D', text: '', attachmentIds: [reply.AttachmentId] }, now)
  expect((await fetchFile(driver, reply.AttachmentId)).rawPayload.equals(pdf)).toBe(true)
  expect((await fetchFile(other, reply.AttachmentId)).statusCode).toBe(404)
})

test('a file is sent once, at most five together; an unsent one can be removed, and expires after a day', async () => {
  const driver = await someone()
  const files: contract.Attachment[] = []
  for (let n = 0; n < 6; n++) files.push(await attach(driver, pdf, `${n}.pdf`))
  const ids = files.map(({ AttachmentId }) => AttachmentId)
  expect((await say(driver, ids)).error.Fields).toEqual({ AttachmentIds: 'Up to 5 files.' })
  const said = await say(driver, [ids[2]!, ids[0]!], 'These')
  expect(said.body.Attachments.map(({ Name }) => Name)).toEqual(['2.pdf', '0.pdf'])
  expect((await say(driver, [ids[0]!])).status).toBe(400)
  const discard = async (id: string) =>
    (await parkit.call(contract.discardAttachment, { params: { id } }, { token: driver.token })).status
  expect([await discard(ids[0]!), await discard(ids[1]!), await discard(ids[1]!)]).toEqual([404, 200, 404])
  parkit.clock.advance({ hours: limits.unsentHours })
  await parkit.jobs.runDue()
  expect((await fetchFile(driver, ids[0]!)).statusCode).toBe(200)
  expect((await fetchFile(driver, ids[3]!)).statusCode).toBe(404)
})

test('only a limited number of files per hour', async () => {
  const driver = await someone()
  for (let n = 0; n < limits.mostAnHour; n++) await attach(driver)
  const { status, body } = await upload(driver, formOf(pdf))
  expect([status, body.Code]).toEqual([429, 'uploads_many'])
  parkit.clock.advance({ hours: 1 })
  await attach(driver)
})

test.each([
  ['sign.JPG', 'sign.jpg'],
  ['C:\\Users\\maya\\Sign.jpeg', 'Sign.jpg'],
  ['../../../etc/passwd', 'passwd.jpg'],
  ['', 'file.jpg'],
  ['.htaccess', 'file.jpg'],
  ['photo\u202egpj.exe', 'photogpj.jpg'],
  ['a\r\nb"<>.svg', 'ab.jpg'],
  ['गाड़ी.png', 'गाड़ी.jpg'],
  [`${'x'.repeat(300)}.jpg`, `${'x'.repeat(100)}.jpg`],
])('the name %j becomes %j', (given, kept) => {
  expect(fileName(given, 'image/jpeg')).toBe(kept.normalize('NFC'))
})
