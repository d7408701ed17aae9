// Removes a HEIC's metadata (position, camera, text) and keeps the picture's bytes as they are.

type Box = { type: string; start: number; body: number; end: number }

/** What says how the picture is put together. All else beside the picture is blanked: it may be the phone's place too. */
const structure = new Set(['hdlr', 'pitm', 'iinf', 'iloc', 'iref', 'iprp', 'dinf', 'grpl'])
/** Exif; XMP, which has a MIME type; and what is named by an address. */
const written = new Set(['Exif', 'mime', 'uri '])

/** Tiles may be shared, but no honest file tells of its bytes more often than that. */
const mostShared = 16

const refuse = (): never => {
  throw new RangeError('This is no whole HEIC')
}

const boxesIn = (bytes: Buffer, from: number, to: number): Box[] => {
  const boxes: Box[] = []
  for (let start = from; start < to; start = boxes.at(-1)!.end) {
    const size = bytes.readUInt32BE(start)
    const body = start + (size === 1 ? 16 : 8)
    const end = size === 0 ? to : start + (size === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : size)
    if (end < body || end > to) refuse()
    boxes.push({ type: bytes.toString('latin1', start + 4, start + 8), start, body, end })
  }
  return boxes
}
const onlyOne = (boxes: Box[], type: string): Box => {
  const [box, ...more] = boxes.filter(one => one.type === type)
  return box && more.length === 0 ? box : refuse()
}

/** Whole numbers of so many bytes, one after the other. */
const readFrom = (bytes: Buffer, start: number) => {
  let at = start
  return (size: number): number => {
    at += size
    if (size === 8) return Number(bytes.readBigUInt64BE(at - 8))
    return size === 0 ? 0 : bytes.readUIntBE(at - size, size)
  }
}

/** Which items the phone wrote, by their ids. */
const findWritten = (bytes: Buffer, { body, end }: Box): Map<number, boolean> => {
  const isWritten = new Map<number, boolean>()
  for (const { type, body: at } of boxesIn(bytes, body + (bytes[body] === 0 ? 6 : 8), end)) {
    const version = bytes.readUInt8(at)
    if (type !== 'infe' || version < 2 || version > 3) refuse()
    const idSize = version === 2 ? 2 : 4
    const id = bytes.readUIntBE(at + 4, idSize)
    if (isWritten.has(id)) refuse()
    isWritten.set(id, written.has(bytes.toString('latin1', at + idSize + 6, at + idSize + 10)))
  }
  return isWritten
}

/** Where the items lie whose bytes are here: in the file, or in the box `idat`. */
function* placesOf(bytes: Buffer, { body }: Box, idat: Box | undefined) {
  const read = readFrom(bytes, body)
  const version = read(4) >>> 24
  const [sizes, more] = [read(1), read(1)]
  if (version > 2) refuse()
  for (let items = read(version < 2 ? 2 : 4); items > 0; items--) {
    const id = read(version < 2 ? 2 : 4)
    const where = version > 0 ? read(2) & 15 : 0
    // in another item, or in another file
    if (where > 1 || read(2) !== 0) refuse()
    const inside = where === 1 ? (idat ?? refuse()).body : 0
    const base = read(more >> 4)
    for (let extents = read(2); extents > 0; extents--) {
      if (version > 0) read(more & 15)
      const from = inside + base + read(sizes >> 4)
      const length = read(sizes & 15)
      // none says “all there is”
      if (length === 0 || from + length > bytes.length) refuse()
      yield { id, from, to: from + length }
    }
  }
}

/** As long as it was. None where its boxes can't be followed. */
export const bareHeic = (bytes: Buffer): Buffer | null => {
  try {
    const bare = Buffer.alloc(bytes.length)
    let kept = 0
    const keep = (from: number, to: number) => {
      kept += bytes.copy(bare, from, from, to)
      if (kept > mostShared * bytes.length) refuse()
    }
    const files = boxesIn(bytes, 0, bytes.length)
    const meta = onlyOne(files, 'meta')
    const parts = boxesIn(bytes, meta.body + 4, meta.end)
    for (const { type, start, body, end } of [...files, ...parts]) {
      const whole = type === 'ftyp' || structure.has(type)
      keep(start, whole ? end : body)
      if (!whole && !['meta', 'mdat', 'idat'].includes(type)) bare.write('free', start + 4, 'latin1')
    }
    const isWritten = findWritten(bytes, onlyOne(parts, 'iinf'))
    const idat = parts.find(({ type }) => type === 'idat')
    for (const { id, from, to } of placesOf(bytes, onlyOne(parts, 'iloc'), idat)) if (!isWritten.get(id)) keep(from, to)
    return bare
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
