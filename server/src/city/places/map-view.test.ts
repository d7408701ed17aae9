// A part of the map: every place is counted once at every zoom, signs do not touch, and filters, counts, and kerbs are those of now.
import type { Feature } from '@parkit/contract/city/places'
import fc from 'fast-check'
import KDBush from 'kdbush'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Box, type Cell, closestZoom, createMapCells, type Offer, pointOf, worldPx } from './map-cells.ts'
import { mergeTouching } from './map-clusters.ts'
import type { Terms } from './sign.ts'
import { centre, source, startPlaces, testCity, tuesday } from './testing.ts'

describe('cells and signs', () => {
  const terms = Array.from({ length: 5 }, () => ({}) as Terms)
  const features: Feature[][] = [[], ['ev']]
  const world: Box = { west: 0, north: 0, east: 1, south: 1 }
  // dense in the middle, thin around it
  const spread = fc.integer({ min: -1_000, max: 1_000 }).map(i => (i / 1_000) ** 3)
  const place = fc.record({
    latitude: spread.map(by => 41.88 + by),
    longitude: spread.map(by => -87.63 + by),
    terms: fc.constantFrom(...terms),
    features: fc.constantFrom(...features),
    withdrawn: fc.integer({ min: 0, max: 9 }).map(i => i === 0),
  })
  const places = fc.array(place, { maxLength: 400 })
  /** one of the five is refused by the filter, one never opens */
  const centsOf = (offer: Offer) => [null, Infinity, 100, 200, 300][terms.indexOf(offer.terms)]!

  const cellsOf = (all: Parameters<typeof createMapCells>[0][number][]) => {
    const tree = new KDBush(all.length + 1)
    for (const { longitude, latitude } of all) tree.add(longitude, latitude)
    tree.add(0, 0)
    return createMapCells(all, tree.finish())
  }
  const total = (cells: readonly Cell[]) => cells.reduce((sum, { count }) => sum + count, 0)

  test('every place that the filters let through is counted once, at every zoom, with the least price', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 0, max: 20 }), async (all, zoom) => {
        const accepted = all.filter(one => !one.withdrawn && centsOf(one) !== null)
        const cells = (await cellsOf(all)).list(world, zoom, centsOf)
        const signs = mergeTouching(cells, zoom)
        expect([total(cells), total(signs)]).toEqual([accepted.length, accepted.length])
        const least = (prices: number[]) => prices.reduce((a, b) => Math.min(a, b), Infinity)
        expect(least(signs.map(({ cents }) => cents))).toBe(least(accepted.map(one => centsOf(one)!)))
        for (const sign of signs) {
          expect(centsOf(all[sign.place]!)).toBe(sign.cents)
          if (sign.count === 1) expect(pointOf(all[sign.place]!)).toEqual({ x: sign.x, y: sign.y })
        }
      }),
      { numRuns: 30 },
    )
  })

  test('two signs never touch, and from close up only what is at one spot shares one', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 8, max: 19 }), async (all, zoom) => {
        const px = worldPx(zoom)
        const [width, height] = zoom < closestZoom ? [112, 52] : [24, 24]
        const signs = mergeTouching((await cellsOf(all)).list(world, zoom, centsOf), zoom)
        const touching = signs.filter((a, i) =>
          signs.slice(i + 1).some(b => Math.abs(a.x - b.x) * px < width && Math.abs(a.y - b.y) * px < height),
        )
        expect(touching).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  test('a part of the map holds its own cells alone, counted whole', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 10, max: 18 }), async (all, zoom) => {
        const cells = await cellsOf(all)
        const { x, y } = pointOf({ latitude: 41.9, longitude: -87.6 })
        const side = 512 / worldPx(zoom)
        const part = cells.list({ west: x - side, east: x + side, north: y - side, south: y + side }, zoom, centsOf)
        const every = new Map(cells.list(world, zoom, centsOf).map(cell => [cell.key, cell]))
        for (const cell of part) {
          expect(cell).toEqual(every.get(cell.key))
          expect(Math.abs(cell.x - x) * worldPx(zoom)).toBeLessThan(512 + 128)
        }
        const inside = [...every.values()].filter(cell => Math.abs(cell.x - x) < side && Math.abs(cell.y - y) < side)
        expect(new Set(part.map(({ key }) => key))).toEqual(
          new Set([...inside.map(({ key }) => key), ...part.map(({ key }) => key)]),
        )
      }),
      { numRuns: 20 },
    )
  })
})

describe('over HTTP', () => {
  let city: Awaited<ReturnType<typeof startPlaces>>
  beforeAll(async () => {
    city = await startPlaces()
  })
  afterAll(() => city.stop())
  beforeEach(() => {
    city.clock.set(tuesday)
    city.running.clear()
  })

  const around = (Zoom: number, degrees = 0.1) => ({
    West: centre.Longitude - degrees,
    East: centre.Longitude + degrees,
    South: centre.Latitude - degrees,
    North: centre.Latitude + degrees,
    Zoom,
  })
  const ask = (query: object) =>
    city.get(`/api/Parking/Map?${new URLSearchParams(query as unknown as Record<string, string>)}`)
  const close = { ...around(18, 0.006) }

  test('from afar all places are one sign, with their number and the least price', async () => {
    const { status, body } = await ask(around(10))
    expect(status).toBe(200)
    expect(body).toMatchObject({ Places: [], Groups: [{ Count: 6, Price: 0, ZoneNumber: '5005' }], Kerbs: [] })
  })

  test('the filters are those of the list', async () => {
    const count = async (query: object) => {
      const { Groups, Places } = (await ask({ ...around(12), ...query })).body
      return Groups.reduce((sum: number, group: { Count: number }) => sum + group.Count, Places.length)
    }
    expect(await count({})).toBe(6)
    expect(await count({ OpenNow: 'true' })).toBe(5)
    expect(await count({ MaxPrice: 1 })).toBe(2)
    expect(await count({ Features: 'ev' })).toBe(1)
    expect((await ask({ ...around(12), Features: 'covered' })).body.Places).toMatchObject([
      { ZoneNumber: '5003', Price: 5.35, PriceMinutes: 60 },
    ])
    expect((await ask({ ...around(12), Features: 'covered', Minutes: 120 })).body.Places).toMatchObject([
      { Price: 10.35, PriceMinutes: 120 },
    ])
    expect((await ask({ ...around(12), StartAt: '2020-01-01T00:00:00Z' })).body.Fields).toHaveProperty('StartAt')
  })

  test('from close up each place stands alone, with the availability that sessions since the count leave', async () => {
    const observedAt = tuesday.toString()
    await city.report({ Reports: [{ ZoneNumber: '5001', Taken: 8, ObservedAt: observedAt }] })
    const levelNow = async () => {
      const { Places, Groups } = (await ask(close)).body
      expect(Groups).toEqual([])
      expect(Places.map((place: { ZoneNumber: string }) => place.ZoneNumber).sort()).toEqual(
        ['5001', '5002', '5003', '500410', '5005'].sort(),
      )
      return Places.find((place: { ZoneNumber: string }) => place.ZoneNumber === '5001')
    }
    expect(await levelNow()).toMatchObject({ Availability: 'plenty', Stalls: 3, Name: 'Colfax Avenue' })
    city.running.set(
      '5001',
      Array.from({ length: 9 }, () => tuesday.add({ seconds: 1 })),
    )
    expect(await levelNow()).toMatchObject({ Availability: 'nearly', Stalls: 1 })
  })

  test('kerbs of streets are painted from close up alone, as the filters let them through', async () => {
    const observedAt = tuesday.add({ seconds: 10 }).toString()
    await city.report({ Reports: [{ ZoneNumber: '5001', Taken: 20, ObservedAt: observedAt }] })
    const { outline } = testCity().places[0]!
    expect((await ask(close)).body.Kerbs).toEqual([
      { ZoneNumber: '5001', City: 'test', CityName: null, Availability: 'full', Line: outline },
    ])
    // again, from memory
    expect((await ask({ ...close, Zoom: 16 })).body.Kerbs).toHaveLength(1)
    expect((await ask({ ...close, Zoom: 15 })).body.Kerbs).toEqual([])
    expect((await ask({ ...close, Features: 'ev' })).body.Kerbs).toEqual([])
  })

  test('a part without width, the wrong way round, or larger than a screen is refused at its side', async () => {
    const fieldsOf = async (query: object) => {
      const { status, body } = await ask({ ...close, ...query })
      expect(status).toBe(400)
      return Object.keys(body.Fields)
    }
    expect(await fieldsOf({ East: close.West })).toEqual(['East'])
    expect(await fieldsOf({ East: close.East + 1 })).toEqual(['East'])
    expect(await fieldsOf({ North: close.South - 0.001 })).toEqual(['North'])
    expect(await fieldsOf({ North: 89 })).toEqual(['North'])
    expect(await fieldsOf({ Zoom: 1.5 })).toEqual(['Zoom'])
    expect(await fieldsOf({ Zoom: 21 })).toEqual(['Zoom'])
    expect((await ask({ ...around(0), West: -180, East: 180, South: -90, North: 90 })).status).toBe(200)
  })

  test('a withdrawn place is on no map', async () => {
    const whole = testCity()
    await city.loadCity(source({ ...whole, places: whole.places.filter(one => one.zoneNumber !== '5001') }, 'next'))
    const { body } = await ask(close)
    expect(body.Kerbs).toEqual([])
    expect(body.Places).toHaveLength(4)
    expect((await ask(around(10))).body.Groups).toMatchObject([{ Count: 5 }])
  })
})
