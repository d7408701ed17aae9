// Rounds how a font's kerning changes with weight and width, which is half of the file and hardly visible.
// Reads the tables GDEF (its ItemVariationStore) and GPOS (pair adjustment) as the OpenType specification 1.9 describes them.

/** Thousandths of the font size: in a text of 16 px no letter moves by more than 0.1 px, a narrow bold one by 0.3 px. */
export const kerningStep = 12

const pairAdjustment = 2
const extension = 9
/** Of a value's fields, in the order of their bits. */
const advanceDevice = 0x40
const variationIndex = 0x8000

const fieldsOf = (format: number) => format.toString(2).replaceAll('0', '').length

/** The font with the changes of its kerning rounded; of the rows of its variation store that become equal one is used. */
export function withRoundKerning(original: Buffer): Buffer {
  const font = Buffer.from(original)
  const u16 = (at: number) => font.readUInt16BE(at)
  const u32 = (at: number) => font.readUInt32BE(at)
  const tableAt = (tag: string) => {
    for (let record = 12; record < 12 + 16 * u16(4); record += 16)
      if (font.toString('latin1', record, record + 4) === tag) return u32(record + 8)
    throw new Error(`The font has no table ${tag}`)
  }
  const [definitions, positions] = [tableAt('GDEF'), tableAt('GPOS')]

  const store = definitions + u32(definitions + 14)
  /** For each set of changes, for each of its rows the first that is equal. */
  const firstEqual = Array.from({ length: u16(store + 6) }, (_, set) => {
    const data = store + u32(store + 8 + 4 * set)
    const [rows, words, regions] = [u16(data), u16(data + 2), u16(data + 4)]
    const [begin, length] = [data + 6 + 2 * regions, regions + words]
    const known = new Map<string, number>()
    return Array.from({ length: rows }, (_, row) => {
      const at = begin + row * length
      for (let i = 0; i < regions; i++) {
        const [field, size] = i < words ? [at + 2 * i, 2] : [at + words + i, 1]
        const rounded = Math.round(font.readIntBE(field, size) / kerningStep) * kerningStep
        // 120 is the largest that a byte holds
        font.writeIntBE(size === 1 ? Math.max(-120, Math.min(120, rounded)) : rounded, field, size)
      }
      const text = font.toString('latin1', at, at + length)
      if (!known.has(text)) known.set(text, row)
      return known.get(text)!
    })
  })

  const useFirstEqual = (device: number) => {
    if (u16(device + 4) !== variationIndex) throw new Error('The kerning does not vary as expected')
    font.writeUInt16BE(firstEqual[u16(device)]![u16(device + 2)]!, device + 2)
  }
  const roundPairs = (subtable: number) => {
    const [format, first, second] = [u16(subtable), u16(subtable + 4), u16(subtable + 6)]
    if (!(first & advanceDevice)) return
    const field = 2 * fieldsOf(first & (advanceDevice - 1))
    const size = 2 * (fieldsOf(first) + fieldsOf(second))
    const visit = (parent: number, value: number) => {
      const device = u16(value + field)
      if (device > 0) useFirstEqual(parent + device)
    }
    if (format === 1)
      for (let i = 0; i < u16(subtable + 8); i++) {
        const pairs = subtable + u16(subtable + 10 + 2 * i)
        for (let pair = 0; pair < u16(pairs); pair++) visit(pairs, pairs + 2 + pair * (2 + size) + 2)
      }
    else
      for (let cell = 0; cell < u16(subtable + 12) * u16(subtable + 14); cell++)
        visit(subtable, subtable + 16 + cell * size)
  }

  const lookups = positions + u16(positions + 8)
  for (let i = 0; i < u16(lookups); i++) {
    const lookup = lookups + u16(lookups + 2 + 2 * i)
    for (let j = 0; j < u16(lookup + 4); j++) {
      const subtable = lookup + u16(lookup + 6 + 2 * j)
      const isExtension = u16(lookup) === extension
      const kind = isExtension ? u16(subtable + 2) : u16(lookup)
      if (kind === pairAdjustment) roundPairs(isExtension ? subtable + u32(subtable + 4) : subtable)
    }
  }
  return font
}
