// Pictures by their bytes: what they are, how large, and that nothing else of them is kept.
import { expect, test } from 'vitest'
import { readPicture } from './picture.ts'
import { animated, bare, type Form, secret, telling } from './pictures.testing.ts'

const forms = Object.keys(bare) as Form[]

test.each(forms)('a bare %s is itself', form => {
  const picture = readPicture(bare[form])!
  expect([picture.width, picture.height]).toEqual([6, 4])
  expect(picture.contentType).toBe(`image/${form === 'lossless' ? 'webp' : form}`)
  expect(picture.bytes.equals(bare[form])).toBe(true)
})

test.each(forms)('a %s keeps nothing of place and time, nor what hangs behind it', form => {
  expect(telling[form].includes(secret)).toBe(true)
  const picture = readPicture(telling[form])!
  expect([picture.width, picture.height]).toEqual([6, 4])
  expect(picture.bytes.includes(secret)).toBe(false)
  expect(picture.bytes.includes(form === 'webp' ? bare.webp.subarray(12) : bare[form].subarray(-40))).toBe(true)
  // and it says no more that there is any
  expect(readPicture(picture.bytes)!.bytes.equals(picture.bytes)).toBe(true)
  if (form === 'webp') expect(picture.bytes.readUInt8(20)).toBe(0)
})

test.each(forms)('a %s cut off anywhere is none, and no fault', form => {
  for (let length = 0; length < bare[form].length; length++)
    expect(readPicture(bare[form].subarray(0, length)), String(length)).toBeNull()
})

test.each([
  ['nothing', ''],
  ['a text', 'GIF89a and so on, for a while, so that it is long enough'],
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page that begins like a JPEG', '\xff\xd8<html><script>alert(1)</script></html>'],
  ['a JPEG without a picture', '\xff\xd8\xff\xd9'],
  ['a JPEG whose segment has no length', '\xff\xd8\xff\xc0\x00\x00\x00\x00\x00\x00\xff\xd9'],
])('%s is no picture', (_, text) => expect(readPicture(Buffer.from(text, 'latin1'))).toBeNull())

test('a film is no picture', () => expect(readPicture(animated)).toBeNull())
