// What an uploaded picture really is, by its own bytes; and the picture without what it tells about place, time and device.

export type Picture = {
  contentType: 'image/jpeg' | 'image/png' | 'image/webp'
  width: number
  height: number
  bytes: Buffer
}

/** None where the bytes are no whole JPEG, PNG or still WebP. */
export const readPicture = (bytes: Buffer): Picture | null => {
  try {
    if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes)
    if (bytes.subarray(0, 8).equals(pngStart)) return readPng(bytes)
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return readWebp(bytes)
  } catch (error) {
    // it ends before it says it does
    if (!(error instanceof RangeError)) throw error
  }
  return null
}

const slice = (bytes: Buffer, from: number, to: number): Buffer => {
  if (to > bytes.length) throw new RangeError('The picture is cut off')
  return bytes.subarray(from, to)
}

/** Of the segments with data of programs, only those that colours need. */
const isColour = (marker: number, segment: Buffer) =>
  marker === 0xe0 || marker === 0xee || (marker === 0xe2 && segment.toString('latin1', 4, 15) === 'ICC_PROFILE')

/** After ff: an escaped ff, or a restart. */
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

const readJpeg = (bytes: Buffer): Picture | null => {
  const kept: Buffer[] = [slice(bytes, 0, 2)]
  let size: { width: number; height: number } | undefined
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) {
      kept.push(slice(bytes, at, at + 2))
      return size ? { contentType: 'image/jpeg', ...size, bytes: Buffer.concat(kept) } : null
    }
    let end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4) return null
    // the frame's header; c4, c8 and cc are tables
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // a scan's data runs to the next marker of another kind
    if (marker === 0xda) while (bytes.readUInt8(end) !== 0xff || isInScan(bytes.readUInt8(end + 1))) end++
    const segment = slice(bytes, at, end)
    const isProgramData = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
    if (!isProgramData || isColour(marker, segment)) kept.push(segment)
    at = end
  }
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP'])

const readPng = (bytes: Buffer): Picture | null => {
  const kept: Buffer[] = [pngStart]
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  for (let at = 8; ; ) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    const chunk = slice(bytes, at, end)
    if (pngChunks.has(type)) kept.push(chunk)
    if (type === 'IEND')
      return {
        contentType: 'image/png',
        width: bytes.readUInt32BE(16),
        height: bytes.readUInt32BE(20),
        bytes: Buffer.concat(kept),
      }
    at = end
  }
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'])
/** of VP8X: says that there is Exif, XMP */
const tells = 0b1100

const sizeOfWebp = (type: string, data: Buffer) => {
  if (type === 'VP8X') return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) }
  if (type === 'VP8 ') return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  const packed = data.readUInt32LE(1)
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
}

const readWebp = (bytes: Buffer): Picture | null => {
  const whole = slice(bytes, 0, 8 + bytes.readUInt32LE(4))
  const kept: Buffer[] = []
  let size: { width: number; height: number } | undefined
  let drawn = false
  for (let at = 12; at < whole.length; ) {
    const type = whole.toString('latin1', at, at + 4)
    const length = whole.readUInt32LE(at + 4)
    const chunk = Buffer.from(slice(whole, at, at + 8 + length + (length % 2)))
    if (type === 'ANMF') return null
    if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~tells, 8)
    if (type === 'VP8 ' || type === 'VP8L') drawn = true
    if (webpChunks.has(type)) {
      kept.push(chunk)
      if (type.startsWith('VP8')) size ??= sizeOfWebp(type, chunk.subarray(8))
    }
    at += chunk.length
  }
  if (!size || !drawn) return null
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const head = Buffer.alloc(8)
  head.write('RIFF')
  head.writeUInt32LE(body.length, 4)
  return { contentType: 'image/webp', ...size, bytes: Buffer.concat([head, body]) }
}
