// For tests: a small archive of tiles (.pmtiles version 3), without compression.
import { zxyToTileId } from 'pmtiles'

export type TestTile = { z: number; x: number; y: number; bytes: Uint8Array }

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

const noCompression = 1
const vectorTiles = 1
const headerBytes = 127

/** `bounds`: west, south, east, north. */
export const archiveOf = (
  tiles: TestTile[],
  [west, south, east, north]: [number, number, number, number],
  tileType = vectorTiles,
): Buffer => {
  const entries = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes }))
    .toSorted((one, other) => one.id - other.id)
  const directory = Buffer.from([
    ...varint(entries.length),
    ...entries.flatMap(({ id }, i) => varint(id - (entries[i - 1]?.id ?? 0))),
    ...entries.flatMap(() => varint(1)),
    ...entries.flatMap(({ bytes }) => varint(bytes.length)),
    // 0: right after the one before
    ...entries.flatMap((_, i) => varint(i === 0 ? 1 : 0)),
  ])
  const metadata = Buffer.from('{}')
  const data = Buffer.concat(entries.map(({ bytes }) => bytes))
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const [metadataAt, dataAt] = [headerBytes + directory.length, headerBytes + directory.length + metadata.length]
  const numbers = [headerBytes, directory.length, metadataAt, metadata.length, 0, 0, dataAt, data.length]
  for (const [i, value] of [...numbers, entries.length, entries.length, entries.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * i)
  const zooms = tiles.map(({ z }) => z)
  for (const [i, value] of [
    1,
    noCompression,
    noCompression,
    tileType,
    Math.min(...zooms),
    Math.max(...zooms),
  ].entries())
    header.writeUInt8(value, 96 + i)
  for (const [i, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i)
  return Buffer.concat([header, directory, metadata, data])
}
