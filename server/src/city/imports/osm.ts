// Reads parking of an OpenStreetMap extract: nodes, ways, and multipolygons with amenity=parking, shown with its fees in words.
import type { Geometry, Position } from 'geojson'
import { centerOf, outlineOf } from './geometry.ts'
import { type OsmTags, readOsmFile } from './osm-file.ts'
import { emptyReading, type PlaceOfRows, type RatesText, type Reading, RowFault, takeRow } from './shape.ts'

/** What its license asks for, wherever data made from it is shown. */
export const osmCredit = '© OpenStreetMap contributors (ODbL)'

const kinds: Record<string, PlaceOfRows['kind']> = {
  'multi-storey': 'garage',
  underground: 'garage',
  sheds: 'garage',
  carports: 'garage',
  rooftop: 'garage',
  street_side: 'street',
  lane: 'street',
  on_kerb: 'street',
  half_on_kerb: 'street',
  shoulder: 'street',
  layby: 'street',
}
const forEveryone = new Set(['yes', 'permissive', 'public', 'designated', 'destination'])

const wholeOf = (tags: OsmTags, key: string): number => {
  const text = tags[key] ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : 0
}

/** Kinds of space are parts of the whole capacity. `capacity:disabled=yes` says no number. */
const spacesOf = (tags: OsmTags): PlaceOfRows['spaces'] => {
  const capacity = wholeOf(tags, 'capacity')
  if (capacity === 0)
    throw new RowFault(
      'capacity',
      tags.capacity ? `“${tags.capacity}” is no number of spaces` : 'is missing: how many spaces it has',
    )
  const [accessible, electric] = [wholeOf(tags, 'capacity:disabled'), wholeOf(tags, 'capacity:charging')]
  const general = capacity - accessible - electric
  if (general < 0) throw new RowFault('capacity', `is ${capacity}, and more spaces of it are of a kind`)
  return { ...(general > 0 && { general }), ...(accessible > 0 && { accessible }), ...(electric > 0 && { electric }) }
}

const words = {
  en: { fee: 'There is a fee.', free: 'No fee.', feeWhen: 'Fee', longest: 'Longest stay', open: 'Open' },
  es: { fee: 'Se paga.', free: 'No se paga.', feeWhen: 'Se paga', longest: 'Estadía máxima', open: 'Abierto' },
  hi: { fee: 'फ़ीस लगती है।', free: 'फ़ीस नहीं लगती।', feeWhen: 'फ़ीस', longest: 'ज़्यादा से ज़्यादा', open: 'खुला' },
}

/** As the tags say it: what a mapper wrote is no price that a driver can be charged. */
const ratesTextOf = ({ charge, fee, maxstay, opening_hours }: OsmTags): RatesText | null => {
  const textIn = (own: (typeof words)['en']) =>
    [
      charge,
      fee === 'yes' ? !charge && own.fee : fee === 'no' ? own.free : fee && `${own.feeWhen}: ${fee}`,
      maxstay && `${own.longest}: ${maxstay}`,
      opening_hours && `${own.open}: ${opening_hours}`,
    ]
      .filter(Boolean)
      .join('\n')
      .slice(0, 2_000)
  return textIn(words.en) === '' ? null : { en: textIn(words.en), es: textIn(words.es), hi: textIn(words.hi) }
}

const placeOf = (ref: string, tags: OsmTags, geometries: Geometry[], row: number): PlaceOfRows => {
  const access = tags.access ?? 'yes'
  if (!forEveryone.has(access)) throw new RowFault('access', `“${access}”: it is not for everyone`)
  const position = centerOf({ type: 'GeometryCollection', geometries })
  if (!position) throw new RowFault('geometry', 'its nodes are not in the extract')
  const kind = kinds[tags.parking ?? ''] ?? 'lot'
  const spaces = spacesOf(tags)
  const street = [tags['addr:housenumber'], tags['addr:street']].filter(Boolean).join(' ')
  const name = (tags.name || tags.operator || street || 'Parking').slice(0, 120)
  // meters, where no unit is named
  const height = Number(/^(\d+(?:\.\d+)?)(?: ?m)?$/.exec(tags.maxheight ?? '')?.[1])
  return {
    rows: [row],
    ref,
    number: null,
    name,
    kind,
    side: null,
    address: (street || name).slice(0, 200),
    neighborhood: '',
    ...position,
    outline: outlineOf(kind, geometries),
    spaces,
    clearanceCm: height >= 1 && height <= 10 ? Math.round(height * 100) : null,
    features: [
      ...(spaces.electric ? (['ev'] as const) : []),
      ...(kind === 'garage' || tags.covered === 'yes' ? (['covered'] as const) : []),
      ...(spaces.accessible ? (['accessible'] as const) : []),
      // a wheelchair gets in without a step; “limited” may have one
      ...(['yes', 'designated'].includes(tags.wheelchair ?? '') ? (['step_free'] as const) : []),
    ],
    evChargers: spaces.electric ?? 0,
    refundsUnused: true,
    bookId: null,
    ratesText: ratesTextOf(tags),
    attribution: osmCredit,
  }
}

type Lot = { ref: string; tags: OsmTags; point?: Position; ways: (number | readonly number[])[] }

/** Each object of amenity=parking is a row, taken or refused. Reads the file two or three times and keeps nothing else of it. */
export const readOsm = (bytes: Uint8Array): Reading => {
  const reading = emptyReading()
  const lots: Lot[] = []
  readOsmFile(bytes, object => {
    const { tags = {}, id } = object
    if (tags.amenity !== 'parking') return
    if (object.type === 'node') lots.push({ ref: `osm:n${id}`, tags, point: [object.lon, object.lat], ways: [] })
    else if (object.type === 'way') lots.push({ ref: `osm:w${id}`, tags, ways: [object.refs] })
    else {
      const outer = object.members.filter(({ type, role }) => type === 'way' && role !== 'inner')
      lots.push({ ref: `osm:r${id}`, tags, ways: outer.map(({ ref }) => ref) })
    }
  })
  const wantedWays = new Map(lots.flatMap(({ ways }) => ways.flatMap(way => (typeof way === 'number' ? [[way, [] as number[]] as const] : [])))) // biome-ignore format: one line
  if (wantedWays.size > 0)
    readOsmFile(bytes, object => {
      if (object.type === 'way' && wantedWays.has(object.id)) wantedWays.set(object.id, object.refs)
    })
  const refsOf = (way: Lot['ways'][number]) => (typeof way === 'number' ? (wantedWays.get(way) ?? []) : way)
  const nodes = new Map<number, Position | null>(lots.flatMap(({ ways }) => ways.flatMap(refsOf)).map(id => [id, null]))
  if (nodes.size > 0)
    readOsmFile(bytes, object => {
      if (object.type === 'node' && nodes.has(object.id)) nodes.set(object.id, [object.lon, object.lat])
    })
  reading.rowsRead = lots.length
  lots.forEach(({ ref, tags, point, ways }, i) => {
    takeRow(reading.refused, i + 1, ref, () => {
      const lines = ways.map(way => refsOf(way).flatMap(id => [nodes.get(id)].filter(at => at !== null && at !== undefined))) // biome-ignore format: one line
      const geometries: Geometry[] = [
        ...(point ? [{ type: 'Point' as const, coordinates: point }] : []),
        ...lines.filter(line => line.length > 0).map(coordinates => ({ type: 'LineString' as const, coordinates })),
      ]
      reading.places.push(placeOf(ref, tags, geometries, i + 1))
    })
  })
  return reading
}
