// Pictures from phones and from attackers: stored as a small upright WebP, or refused.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePicture } from './pictures.ts'

const square = { sidePixels: 64, fit: 'cover', mostPixels: 50_000_000 } as const
const whole = { ...square, fit: 'inside' } as const

type Form = 'jpeg' | 'png' | 'webp'
const forms: Form[] = ['jpeg', 'png', 'webp']
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2457d6' } })

/** What nobody but the phone needs to know. */
const secret = 'taken at 41.8820 -87.6278'
const telling = (form: Form) =>
  plain(120, 80)
    .withExif({ IFD0: { Copyright: secret } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><t>${secret}</t></x:xmpmeta>`)
    .toFormat(form)
    .toBuffer()

test.each(forms)('a %s becomes a square WebP without metadata', async form => {
  const sent = await telling(form)
  expect(sent.includes('41.8820')).toBe(true)
  const kept = (await makePicture(Buffer.concat([sent, Buffer.from(secret)]), square))!
  const { exif, xmp, icc, format, width, height } = await sharp(kept).metadata()
  expect([exif, xmp, icc, format, width, height]).toEqual([undefined, undefined, undefined, 'webp', 64, 64])
  expect(kept.includes('41.8820')).toBe(false)
})

test('on request the whole picture is kept, and it is never enlarged', async () => {
  const size = async (width: number, height: number) => {
    const made = await makePicture(await plain(width, height).png().toBuffer(), whole)
    const { width: w, height: h } = await sharp(made!).metadata()
    return [w, h]
  }
  expect(await size(200, 100)).toEqual([64, 32])
  expect(await size(20, 10)).toEqual([20, 10])
})

test('a phone’s rotated picture is stored upright', async () => {
  // red above blue, as it was seen; the phone stores it turned and says so
  const seen = await plain(40, 40)
    .composite([{ input: { create: { width: 40, height: 20, channels: 3, background: '#ff0000' } }, gravity: 'north' }])
    .png()
    .toBuffer()
  const stored = await sharp(seen).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const made = (await makePicture(stored, square))!
  const at = async (left: number, top: number) =>
    [...(await sharp(made).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].map(value => value > 128)
  expect(await at(32, 8)).toEqual([true, false, false])
  expect(await at(32, 56)).toEqual([false, false, true])
})

test.each(forms)('a truncated %s is refused', async form => {
  const sent = await sharp({
    create: {
      width: 60,
      height: 60,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .toFormat(form)
    .toBuffer()
  for (const part of [0, 0.02, 0.3, 0.9]) {
    const length = Math.floor(sent.length * part)
    expect(await makePicture(sent.subarray(0, length), square), `${form} ${length}`).toBeNull()
  }
})

test('too many pixels are refused before decoding, whatever the file size', async () => {
  const large = await plain(300, 300).png().toBuffer()
  expect(await makePicture(large, { ...square, mostPixels: 89_999 })).toBeNull()
  expect(await makePicture(large, { ...square, mostPixels: 90_000 })).not.toBeNull()
  // says it has forty thousand million
  large.writeUInt32BE(4_000_000_000, 20)
  expect(await makePicture(large, square)).toBeNull()
})

test.each([
  ['nothing', ''],
  [
    'a drawing with a script',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  ],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a document', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'],
  ['a page that begins like a JPEG', '\xff\xd8\xff\xe0<html><script>alert(1)</script></html>'],
])('%s is not an image', async (_, text) => expect(await makePicture(Buffer.from(text, 'latin1'), square)).toBeNull())

test.each(['gif', 'tiff', 'avif'] as const)('a %s is refused', async form =>
  expect(await makePicture(await plain(9, 9).toFormat(form).toBuffer(), square)).toBeNull(),
)

test('a refused picture does not delay the next one', async () => {
  const good = await plain(9, 9).png().toBuffer()
  const made = await Promise.all(
    [Buffer.from('no'), good, Buffer.from('no'), good].map(one => makePicture(one, square)),
  )
  expect(made.map(Boolean)).toEqual([false, true, false, true])
})
