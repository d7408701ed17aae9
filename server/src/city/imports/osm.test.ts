// Parking of an OpenStreetMap extract that the test writes itself: what is taken, what is refused, and that it stays apart.
import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCities } from '#city/cities/cities.ts'
import { source, startPlaces, testCity } from '#city/places/testing.ts'
import { createImports } from './imports.ts'
import { osmCredit, readOsm } from './osm.ts'
import { smallFacts, smallFile } from './testing.ts'

type Tags = Record<string, string>
type Node = { id: number; lat: number; lon: number; tags?: Tags }
type Way = { id: number; refs: number[]; tags?: Tags }
type Relation = { id: number; members: [id: number, role: string][]; tags: Tags }

const deltas = (values: number[]) => values.map((value, i) => value - (i === 0 ? 0 : values[i - 1]!))

/** The format of wiki.openstreetmap.org/wiki/PBF_Format: a header and one block with dense nodes, ways, and relations. */
const osmPbf = (nodes: Node[], ways: Way[], relations: Relation[]): Uint8Array => {
  const strings = ['']
  const idOf = (text: string) => {
    const known = strings.indexOf(text)
    return known >= 0 ? known : strings.push(text) - 1
  }
  const tagsOf = (tags: Tags = {}) => Object.entries(tags).map(([key, value]) => [idOf(key), idOf(value)] as const)
  const group = (fill: (pbf: PbfWriter) => void) => {
    const pbf = new PbfWriter()
    fill(pbf)
    return pbf.finish()
  }
  const dense = group(pbf => {
    pbf.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)))
    pbf.writePackedSVarint(8, deltas(nodes.map(({ lat }) => Math.round(lat * 1e7))))
    pbf.writePackedSVarint(9, deltas(nodes.map(({ lon }) => Math.round(lon * 1e7))))
    pbf.writePackedVarint(
      10,
      nodes.flatMap(({ tags }) => [...tagsOf(tags).flat(), 0]),
    )
  })
  const tagged = (pbf: PbfWriter, id: number, tags: Tags | undefined) => {
    pbf.writeVarintField(1, id)
    pbf.writePackedVarint(
      2,
      tagsOf(tags).map(([key]) => key),
    )
    pbf.writePackedVarint(
      3,
      tagsOf(tags).map(([, value]) => value),
    )
  }
  const wayBytes = ways.map(({ id, refs, tags }) =>
    group(pbf => {
      tagged(pbf, id, tags)
      pbf.writePackedSVarint(8, deltas(refs))
    }),
  )
  const relationBytes = relations.map(({ id, members, tags }) =>
    group(pbf => {
      tagged(pbf, id, tags)
      pbf.writePackedVarint(
        8,
        members.map(([, role]) => idOf(role)),
      )
      pbf.writePackedSVarint(9, deltas(members.map(([ref]) => ref)))
      pbf.writePackedVarint(
        10,
        members.map(() => 1),
      )
    }),
  )
  const block = group(pbf => {
    pbf.writeBytesField(1, group(table => {
      for (const text of strings) table.writeBytesField(1, Buffer.from(text))
    })) // biome-ignore format: short
    pbf.writeBytesField(
      2,
      group(own => own.writeBytesField(2, dense)),
    )
    pbf.writeBytesField(
      2,
      group(own => {
        for (const way of wayBytes) own.writeBytesField(3, way)
      }),
    )
    pbf.writeBytesField(
      2,
      group(own => {
        for (const relation of relationBytes) own.writeBytesField(4, relation)
      }),
    )
  })
  const blob = (type: string, data: Uint8Array) => {
    const body = group(pbf => {
      pbf.writeVarintField(2, data.length)
      pbf.writeBytesField(3, deflateSync(data))
    })
    const header = group(pbf => {
      pbf.writeStringField(1, type)
      pbf.writeVarintField(3, body.length)
    })
    const length = Buffer.alloc(4)
    length.writeUInt32BE(header.length)
    return Buffer.concat([length, header, body])
  }
  const header = group(pbf => pbf.writeStringField(4, 'OsmSchema-V0.6'))
  return Buffer.concat([blob('OSMHeader', header), blob('OSMData', block)])
}

const parking = (tags: Tags): Tags => ({ amenity: 'parking', ...tags })
const corner = (id: number, lat: number, lon: number): Node => ({
  id,
  lat: 39.74 + lat / 1000,
  lon: -104.99 + lon / 1000,
})
const extract = () =>
  osmPbf(
    [
      corner(1, 0, 0),
      corner(2, 0, 2),
      corner(3, 2, 2),
      corner(4, 2, 0),
      { ...corner(10, 5, 5), tags: parking({ name: 'Depot', capacity: '40', 'capacity:disabled': '2', fee: 'Mo-Fr 08:00-18:00', charge: '2 USD/hour', maxstay: '2 hours', opening_hours: 'Mo-Sa 07:00-22:00', wheelchair: 'limited' }) },
      { ...corner(11, 6, 6), tags: parking({ capacity: '5', access: 'private' }) },
      { ...corner(12, 7, 7), tags: parking({ capacity: '5', access: 'customers' }) },
      { ...corner(13, 8, 8), tags: parking({ name: 'No count' }) },
      { ...corner(14, 9, 9), tags: { amenity: 'bench', capacity: '3' } },
    ],
    [
      { id: 20, refs: [1, 2, 3, 4, 1], tags: parking({ parking: 'multi-storey', operator: 'Deck Co', capacity: '300', 'capacity:charging': '4', fee: 'no', maxheight: '2.1', 'capacity:disabled': 'yes', wheelchair: 'yes' }) },
      { id: 21, refs: [1, 2, 3, 4, 1] },
      { id: 22, refs: [99], tags: parking({ name: 'Beyond', capacity: '9' }) },
    ],
    [{ id: 30, members: [[21, 'outer']], tags: parking({ type: 'multipolygon', 'addr:street': 'Elm St', 'addr:housenumber': '4', capacity: '12' }) }],
  ) // biome-ignore format: a row each

let city: Awaited<ReturnType<typeof startPlaces>>
beforeAll(async () => {
  city = await startPlaces()
  const data = { ...testCity(), facts: smallFacts, places: [], names: [], tariffs: [] }
  await city.loadCity(source(data, 'import', 'small'))
})
afterAll(() => city.stop())

test('nodes, ways, and multipolygons of parking are taken or refused; fees are words, and nothing is payable', () => {
  const { rowsRead, places, refused } = readOsm(extract())
  expect(rowsRead).toBe(7)
  expect(refused.map(({ key, field }) => [key, field])).toEqual([
    ['osm:n11', 'access'],
    ['osm:n12', 'access'],
    ['osm:n13', 'capacity'],
    ['osm:w22', 'geometry'],
  ])
  expect(places.map(({ ref, name, kind, spaces, clearanceCm, outline }) => [ref, name, kind, spaces, clearanceCm, outline.length])).toEqual([
    ['osm:n10', 'Depot', 'lot', { general: 38, accessible: 2 }, null, 0],
    ['osm:w20', 'Deck Co', 'garage', { general: 296, electric: 4 }, 210, 5],
    ['osm:r30', '4 Elm St', 'lot', { general: 12 }, null, 5],
  ]) // biome-ignore format: one line
  expect(places.map(({ features }) => features)).toEqual([['accessible'], ['ev', 'covered', 'step_free'], []])
  expect(places[0]!.ratesText).toEqual({
    en: '2 USD/hour\nFee: Mo-Fr 08:00-18:00\nLongest stay: 2 hours\nOpen: Mo-Sa 07:00-22:00',
    es: expect.stringContaining('Se paga: Mo-Fr 08:00-18:00'),
    hi: expect.stringContaining('फ़ीस: Mo-Fr 08:00-18:00'),
  })
  expect(places.map(({ bookId, attribution, number }) => [bookId, attribution, number])).toEqual(
    places.map(() => [null, osmCredit, null]),
  )
})

test('a file that is none, or is cut off, is refused whole', () => {
  expect(() => readOsm(Buffer.from('no extract at all'))).toThrow('no .osm.pbf')
  expect(() => readOsm(extract().subarray(0, -3))).toThrow('it ends within a block')
})

test('its places are a source of their own, credited wherever one is read', async () => {
  const small = (await listCities(city.db.pool)).find(({ code }) => code === 'small')!
  const imports = createImports(city)
  const check = (file: object, sourceId: string) =>
    imports.check(small, { ...smallFile(), ...file, sourceId, by: 'Ana' } as Parameters<typeof imports.check>[1])
  const run = await check({ format: 'osm', bytes: extract() }, 'openstreetmap')
  expect(run.counters).toMatchObject({ read: 7, added: 3, refused: 4, unpayable: 3 })
  await imports.publish(small, run.import_id, { by: 'Ana' })
  await expect(check({}, 'openstreetmap')).rejects.toThrow('sources of their own')
  await check({}, 'meters')
  await expect(check({ format: 'osm', bytes: extract() }, 'meters')).rejects.toThrow('sources of their own')
  await city.places.start()
  const { body } = await city.get('/api/Parking/Find?Latitude=39.745&Longitude=-104.985&City=small&Limit=50')
  const { ZoneNumber } = body.Items.find(({ Name }: { Name: string }) => Name === 'Depot')
  expect((await city.get(`/api/Parking/Zone/${ZoneNumber}?City=small`)).body).toMatchObject({
    Payable: false,
    Attribution: osmCredit,
    Capacity: 40,
  })
})
