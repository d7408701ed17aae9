// The objects of an OpenStreetMap extract, one after another, without keeping them: osm-pbf-parser-node reads the blocks.
import { OSMTransform } from 'osm-pbf-parser-node'
import { UnreadableFile } from './shape.ts'

export type OsmTags = Record<string, string>
export type OsmObject = { id: number; tags?: OsmTags } & (
  | { type: 'node'; lat: number; lon: number }
  | { type: 'way'; refs: number[] }
  | { type: 'relation'; members: { type: 'node' | 'way' | 'relation'; ref: number; role: string }[] }
)

/** Hands each block on as it is read, so that a block alone is in memory. */
class Blocks extends OSMTransform {
  readonly each: (items: object[]) => void
  constructor(each: (items: object[]) => void) {
    super()
    this.each = each
  }
  override push(items: object[] | null): boolean {
    if (items) this.each(items)
    return true
  }
}

const kinds = new Set(['node', 'way', 'relation'])

/** In the file's order, with tags. Throws `UnreadableFile` where it is no `.osm.pbf`, or ends within a block. */
export const readOsmFile = (bytes: Uint8Array, each: (object: OsmObject) => void): void => {
  const blocks = new Blocks(items => {
    for (const item of items as OsmObject[]) if (kinds.has(item.type)) each(item)
  })
  try {
    blocks.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    throw new UnreadableFile(`The file is no .osm.pbf of OpenStreetMap: ${(error as Error).message}.`)
  }
  const { buffer, offset, status } = blocks as unknown as { buffer: Buffer | null; offset: number; status: number }
  if (!buffer || offset !== buffer.length || status !== 0)
    throw new UnreadableFile('The file is no .osm.pbf of OpenStreetMap: it ends within a block.')
}
