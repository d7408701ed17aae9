// HEIC files: the picture stays byte for byte, metadata goes, and malformed boxes cause no fault.
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { heic } from '#support/support/testing.ts'
import { bareHeic } from './heic.ts'

vi.setConfig({ testTimeout: 60_000 })

const reader = { operation: ['VipsForeignLoadHeif'] }
let bytes: Buffer
beforeAll(async () => {
  sharp.unblock(reader)
  bytes = await heic()
})
afterAll(() => sharp.block(reader))

/** None where this reader takes it for no picture. */
const pixelsOf = (picture: Buffer) =>
  sharp(picture)
    .raw()
    .toBuffer()
    .catch(() => null)

const box = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map(part => Buffer.from(part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

test('38: position, camera and texts are removed, and the picture is unchanged', async () => {
  const before = await sharp(bytes).metadata()
  expect([before.exif?.includes('Secret'), before.xmp?.includes('Secret')]).toEqual([true, true])
  const bare = bareHeic(bytes)!
  expect(bare).toHaveLength(bytes.length)
  expect(bare.includes('Secret')).toBe(false)
  expect(await pixelsOf(bare)).toEqual(await pixelsOf(bytes))
  expect(bareHeic(bare)).toEqual(bare)
})

test('other metadata is removed too, from boxes of any length', () => {
  const large = Buffer.concat([hex('00000001'), Buffer.from('uuid'), hex('0000000000000016'), Buffer.from('Secret')])
  const all = Buffer.concat([
    bytes,
    large,
    box('moov', box('udta', 'Secret')),
    hex('00000000'),
    Buffer.from('freeSecret'),
  ])
  const bare = bareHeic(all)!
  expect(bare.subarray(0, bytes.length)).toEqual(bareHeic(bytes))
  const heads = bare.subarray(bytes.length).toString('latin1').replaceAll('\0', '')
  expect(heads).toBe('\u0001free\u0016\u0016freefree')
})

/** Two items in the box `idat`, the picture first, its places told in the way of `version`. */
const inside = (version: 1 | 2, way = '0001') => {
  const id = (n: number) => hex(version === 1 ? `000${n}` : `0000000${n}`)
  const place = (n: number, at: string) => Buffer.concat([id(n), hex(`${way} 0000 0001 ${at} 00000007`)])
  return Buffer.concat([
    box('ftyp', 'heic', hex('00000000'), 'mif1heic'),
    box(
      'meta',
      hex('00000000'),
      box('iloc', hex(`0${version}000000 44 00`), id(2), place(1, '00000000'), place(2, '00000007')),
      box('xml ', 'Secret'),
      box(
        'iinf',
        hex('00000000 0002'),
        box('infe', hex('02000000 0001 0000'), 'hvc1\0'),
        box('infe', hex('03000000 00000002 0000'), 'Exif\0'),
      ),
      box('idat', 'Picture', 'Secret!'),
    ),
  ])
}

test.each([1, 2] as const)('items inside the item data box are removed, item location version %i', version => {
  const bare = bareHeic(inside(version))!.toString('latin1')
  expect(bare).toContain('idatPicture\0\0\0\0\0\0\0')
  expect(bare).not.toContain('Secret')
})

test.each<[string, () => Buffer]>([
  ['no description', () => box('ftyp', 'heic')],
  ['two descriptions', () => Buffer.concat([bytes, inside(1)])],
  ['half of it', () => bytes.subarray(0, bytes.length / 2)],
  ['a byte behind it', () => Buffer.concat([bytes, Buffer.from('x')])],
  ['items in other items', () => inside(1, '0002')],
  ['items in other files', () => inside(1, '0001 0001')],
  ['nothing', () => Buffer.alloc(0)],
])('%s is refused', (_, make) => {
  expect(bareHeic(make())).toBeNull()
})

test('damaged boxes: refused, or the same picture', async () => {
  const broken = fc
    .tuple(
      fc.array(fc.tuple(fc.nat(600), fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 255))), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    )
    .map(([flips, share]) => {
      const some = Buffer.from(bytes)
      for (const [at, value] of flips) some[at % some.length] = value
      return some.subarray(0, Math.ceil(some.length * share))
    })
  await fc.assert(
    fc.asyncProperty(broken, async some => {
      const before = Buffer.from(some)
      const bare = bareHeic(some)
      expect(some).toEqual(before)
      if (!bare) return
      expect(bare).toHaveLength(some.length)
      const pixels = await pixelsOf(some)
      if (pixels) expect(await pixelsOf(bare)).toEqual(pixels)
    }),
    { seed: 20_260_414, numRuns: Number(process.env.FUZZ_RUNS ?? 400), endOnFailure: true },
  )
})

test('noise is refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), noise => {
      expect(bareHeic(Buffer.from(noise))).toBeNull()
    }),
  )
})
