// Finding places and reading their signs over HTTP, on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { centre, source, startPlaces, testCity, tuesday } from './testing.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
beforeAll(async () => {
  // busiest at noon, empty at midnight, by Denver's sun
  city = await startPlaces({ expectation: at => 1 - Math.abs(at.toZonedDateTimeISO('America/Denver').hour - 12) / 12 })
})
afterAll(() => city.stop())
beforeEach(() => {
  city.clock.set(tuesday)
  city.running.clear()
})

const find = (query: Record<string, string | number> = {}) =>
  city.get(`/api/Parking/Find?${new URLSearchParams({ ...centre, ...query } as unknown as Record<string, string>)}`)
const zones = async (query: Record<string, string | number> = {}) => {
  const { body } = await find(query)
  return body.Items.map((item: { ZoneNumber: string }) => item.ZoneNumber)
}
const first = async (zone: string, query: Record<string, string | number> = {}) => {
  const { body } = await find(query)
  return body.Items.find((item: { ZoneNumber: string }) => item.ZoneNumber === zone)
}

describe('near me', () => {
  test('nearest first, with distance, walk, price with fee and the sign’s facts', async () => {
    const { status, body } = await find()
    expect(status).toBe(200)
    expect(body.Items.map((item: { ZoneNumber: string }) => item.ZoneNumber)).toEqual([
      '5001',
      '5002',
      '5003',
      '500410',
      '5005',
    ])
    expect(body.Centre).toEqual({ Name: null, ...centre, Source: 'position', Outside: false })
    expect(body.Items[0]).toMatchObject({
      Name: 'Colfax Avenue',
      Kind: 'street',
      Distance: 100,
      WalkMinutes: 2,
      HourlyRate: 2,
      Price: 2.35,
      PriceMinutes: 60,
      MaxStayMinutes: 120,
      OpenNow: true,
      TimeZone: 'America/Denver',
      Capacity: 20,
    })
  })

  test('the price is for the requested stay, raised to the minimum and cut to the maximum', async () => {
    expect(await first('5001', { Minutes: 61 })).toMatchObject({ Price: 4.35, PriceMinutes: 61 })
    expect(await first('5001', { Minutes: 600 })).toMatchObject({ Price: 4.35, PriceMinutes: 120 })
    expect(await first('5001', { Minutes: 1 })).toMatchObject({ Price: 2.35, PriceMinutes: 15 })
    // closes at 22:00
    expect(await first('5003', { Minutes: 720 })).toMatchObject({ Price: 55.35, PriceMinutes: 660 })
    // towed from 11:30
    expect(await first('5005')).toMatchObject({ PriceMinutes: 30 })
  })

  test('a free stay has no fee', async () => {
    expect(await first('5005')).toMatchObject({ Price: 0, HourlyRate: 0 })
  })

  test('a closed place answers the price from its opening', async () => {
    // Saturday, 8 AM
    const OpensAt = '2026-04-18T14:00:00Z'
    expect(await first('500410')).toMatchObject({ OpenNow: false, OpensAt, Price: 2.35, PriceMinutes: 60 })
    expect(await first('5003')).toMatchObject({ OpenNow: true, OpensAt: null })
    const box = { West: '-104.992', South: '39.74', East: '-104.989', North: '39.745', Zoom: '20' }
    const { Places } = (await city.get(`/api/Parking/Map?${new URLSearchParams(box)}`)).body
    const pin = Places.find((place: { ZoneNumber: string }) => place.ZoneNumber === '500410')
    expect(pin).toMatchObject({ OpenNow: false, OpensAt, TimeZone: 'America/Denver' })
  })

  test('StartAt answers opening and price for that time', async () => {
    const saturday = '2026-04-18T16:00:00Z'
    expect(await first('500410', { StartAt: saturday })).toMatchObject({ OpenNow: true, Price: 2.35 })
    expect(await first('500410', { StartAt: saturday, Minutes: 720 })).toMatchObject({ PriceMinutes: 480 })
    expect((await find({ StartAt: '2026-04-14T16:59:30Z' })).status).toBe(200)
  })

  test('without a position: the center of the city', async () => {
    const { body } = await city.get('/api/Parking/Find')
    expect(body.Centre).toMatchObject({ Name: 'Test City', ...centre, Source: 'default' })
    expect(body.Items[0]).toMatchObject({ ZoneNumber: '5001', City: 'test', CityName: null })
  })

  test('Radius and Limit', async () => {
    expect(await zones({ Radius: 250 })).toEqual(['5001', '5002'])
    expect(await zones({ Radius: 6000 })).toContain('5006')
    expect(await zones({ Limit: 3 })).toEqual(['5001', '5002', '5003'])
  })

  test('Features: a place needs all of them', async () => {
    expect(await zones({ Features: 'ev' })).toEqual(['5003'])
    expect(await zones({ Features: 'ev,covered' })).toEqual(['5003'])
    expect(await zones({ Features: 'accessible' })).toEqual(['5002'])
    expect(await zones({ Features: 'accessible,ev' })).toEqual([])
  })

  test('MaxPrice compares the first hour', async () => {
    expect(await zones({ MaxPrice: 1 })).toEqual(['5002', '5005'])
    expect(await zones({ MaxPrice: 0.99 })).toEqual(['5005'])
  })

  test('OpenNow', async () => {
    expect(await zones({ OpenNow: 'true' })).toEqual(['5001', '5002', '5003', '5005'])
    expect(await zones({ OpenNow: 'false' })).toHaveLength(5)
    expect(await zones({ OpenNow: 'true', StartAt: '2026-04-18T16:00:00Z' })).toContain('500410')
  })
})

describe('by name', () => {
  test('a zone number comes first and its neighbors next, whatever the filters', async () => {
    const { body } = await find({ Query: '5003', Features: 'accessible' })
    expect(body.Centre).toMatchObject({ Name: 'Union Garage', Source: 'query' })
    expect(body.Items[0]).toMatchObject({ ZoneNumber: '5003', Distance: 0 })
    expect(body.Items.map((item: { ZoneNumber: string }) => item.ZoneNumber)).toEqual(['5003', '5002'])
  })

  test('a zone number prefix finds every zone that starts with it, at any distance', async () => {
    expect(await zones({ Query: '5004' })).toEqual(['500410'])
    expect(await zones({ Query: '50', Limit: 2 })).toEqual(['5001', '5002'])
    expect(await zones({ Query: '50' })).toContain('5006')
  })

  test.each([
    ['80216', '80216', '5006'],
    ['globeville', 'Globeville', '5006'],
    ['cafe lot', 'Café Lot', '5006'],
    ['Union Garrage', 'Union Garage', '5003'],
    ['colfax & broadway', 'East Colfax Avenue & Broadway', '5001'],
  ])('%s', async (Query, Name, nearest) => {
    const { body } = await find({ Query })
    expect(body.Centre).toMatchObject({ Name, Source: 'query' })
    expect(body.Items[0].ZoneNumber).toBe(nearest)
  })

  test('a place beyond the city is named, and said to be outside', async () => {
    const { body } = await find({ Query: 'stapelton' })
    expect(body).toMatchObject({ Items: [], Centre: { Name: 'Stapleton', Source: 'query', Outside: true } })
    expect((await find({ Query: 'globeville' })).body.Centre.Outside).toBe(false)
  })

  test('an unknown name finds nothing and says so', async () => {
    const { status, body } = await find({ Query: 'Timbuktu' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ Items: [], Centre: { Source: 'position', Name: null } })
  })

  test('a blank query is ignored', async () => {
    expect((await find({ Query: '  ' })).body.Centre.Source).toBe('position')
  })
})

describe('suggestions', () => {
  const suggest = async (Query: string, from: object = centre) => {
    const { status, body } = await city.get(`/api/Parking/Suggest?${new URLSearchParams({ Query, ...from })}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.Items as Record<string, unknown>[]
  }

  test('say what each is, where, and how far', async () => {
    expect(await suggest('gl')).toEqual([
      {
        Name: 'Globeville',
        City: 'test',
        CityName: null,
        Kind: 'neighborhood',
        Detail: 'Globeville',
        ZoneNumber: null,
        Latitude: 39.7842,
        Longitude: -104.9903,
        Distance: 5_004,
        Outside: false,
      },
    ])
    expect((await suggest('union gar'))[0]).toMatchObject({
      Kind: 'zone',
      ZoneNumber: '5003',
      Detail: '5003 Broadway',
      Distance: 300,
    })
    expect((await suggest('colfax & broad'))[0]).toMatchObject({ Kind: 'crossing' })
    expect((await suggest('1200 e colfax'))[0]).toMatchObject({ Kind: 'address', Name: '1200 East Colfax Avenue' })
    expect((await suggest('स्टेपल'))[0]).toMatchObject({ Name: 'Stapleton', Outside: true })
  })

  test('a number begins zone numbers and ZIP codes, the nearest first', async () => {
    expect((await suggest('50')).slice(0, 3).map(one => one.ZoneNumber)).toEqual(['5001', '5002', '5003'])
    expect((await suggest('5004'))[0]).toMatchObject({ ZoneNumber: '500410' })
    expect((await suggest('802'))[0]).toMatchObject({ Kind: 'zip', Name: '80216' })
  })

  test('without a position they are measured from the middle of the city; half of one is refused', async () => {
    expect((await suggest('globeville', {}))[0]!.Distance).toBe(5004)
    const { status, body } = await city.get('/api/Parking/Suggest?Query=gl&Latitude=39')
    expect([status, Object.keys(body.Fields)]).toEqual([400, ['Longitude']])
    expect(await suggest('')).toEqual([])
  })

  test('a withdrawn place is no longer suggested', async () => {
    const without = testCity()
    without.places = without.places.filter(({ zoneNumber }) => zoneNumber !== '5003')
    await city.loadCity(source(without, 'without'))
    expect((await suggest('union gar')).map(one => one.ZoneNumber)).not.toContain('5003')
    await city.loadCity(source(testCity(), 'again'))
    expect((await suggest('union gar'))[0]).toMatchObject({ ZoneNumber: '5003' })
  })
})

test.each([
  ['Latitude', { Latitude: 91 }, 'Latitude runs from −90 to 90.'],
  ['Latitude', { Latitude: 'x' }, 'Latitude runs from −90 to 90.'],
  ['Longitude', { Longitude: -181 }, 'Longitude runs from −180 to 180.'],
  ['Radius', { Radius: 0 }, 'Search within 6 miles.'],
  ['Radius', { Radius: 10_001 }, 'Search within 6 miles.'],
  ['Minutes', { Minutes: 1.5 }, 'Enter whole minutes.'],
  ['Minutes', { Minutes: 0 }, 'Enter whole minutes.'],
  ['Minutes', { Minutes: 7 * 24 * 60 + 1 }, 'Enter whole minutes.'],
  ['StartAt', { StartAt: 'tomorrow' }, 'Enter a date and time.'],
  ['StartAt', { StartAt: '2026-04-14T16:58:00Z' }, 'Choose a time in the future.'],
  ['Features', { Features: 'x' }, 'Choose one from the list.'],
  ['MaxPrice', { MaxPrice: -1 }, 'Enter a number.'],
  ['OpenNow', { OpenNow: 'maybe' }, 'This doesn’t look right.'],
  ['Limit', { Limit: 101 }, 'Enter a number.'],
  ['Limit', { Limit: 2.5 }, 'Enter a number.'],
  ['Query', { Query: 'x'.repeat(121) }, 'This is too long.'],
])('wrong %s: %o', async (field, wrong, message) => {
  const { status, body } = await find(wrong as Record<string, string | number>)
  expect(status).toBe(400)
  expect(body.Fields).toEqual({ [field]: message })
})

test('blank parameters are ignored: no position is not latitude 0, longitude 0', async () => {
  const { status, body } = await find({ Latitude: '', Longitude: ' ', Minutes: '' })
  expect([status, body.Centre.Source]).toEqual([200, 'default'])
})

test('half a position is refused', async () => {
  expect((await city.get('/api/Parking/Find?Latitude=39')).body.Fields).toHaveProperty('Longitude')
  expect((await city.get('/api/Parking/Find?Longitude=39')).body.Fields).toHaveProperty('Latitude')
})

describe('one place', () => {
  test('its complete sign', async () => {
    const { status, body } = await city.get('/api/Parking/Zone/5003')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ZoneNumber: '5003',
      Neighbourhood: 'Capitol Hill',
      Features: ['ev', 'covered'],
      EvChargers: 4,
      HourlyRate: 5,
      OpenNow: true,
      OpenUntil: '2026-04-15T04:00:00Z',
      OpensAt: null,
      MinStayMinutes: 15,
      RefundsUnused: false,
      ClearanceMetres: 2,
      ServiceFee: 0.35,
      Attribution: '© nobody',
      RateKind: 'hourly',
      Hours: [{ Days: [1, 2, 3, 4, 5, 6, 7], From: '06:00', To: '22:00' }],
      TowAway: [],
      Rules: [
        {
          Id: 'rate-1',
          Activity: 'park',
          Tow: false,
          Now: true,
          En: ['Parking', '$5.00/hr'],
          Es: ['Estacionamiento', '$5.00/h'],
          Hi: ['पार्किंग', '$5.00/घंटा'],
        },
      ],
      Cap: null,
      RatesText: null,
    })
    expect(body.Outline).toHaveLength(3)
  })

  test('tow-away times ahead, and the rule that says so now', async () => {
    const { body } = await city.get('/api/Parking/Zone/5005')
    expect(body.TowAway).toEqual([
      { From: '2026-04-14T17:30:00Z', Until: '2026-04-14T19:00:00Z' },
      { From: '2026-04-21T17:30:00Z', Until: '2026-04-21T19:00:00Z' },
    ])
    expect(body.Rules[0]).toMatchObject({
      Tow: true,
      Now: false,
      En: ['Tow-away zone', '11:30 AM–1 PM Tue'],
      Es: ['Zona de grúa', '11:30 AM–1 PM mar'],
    })
    expect(body.Hours).toEqual([])
  })

  test('closed: when it opens', async () => {
    const { body } = await city.get('/api/Parking/Zone/500410')
    expect(body).toMatchObject({ OpenNow: false, OpenUntil: null, OpensAt: '2026-04-18T14:00:00Z' })
  })

  test('always open: no closing time', async () => {
    expect((await city.get('/api/Parking/Zone/5002')).body).toMatchObject({
      OpenNow: true,
      OpenUntil: null,
      OpensAt: null,
    })
  })

  test.each(['/api/Parking/Zone/999999', '/api/Parking/Zone/999999/Forecast'])('%s: no such zone', async url => {
    expect(await city.get(url)).toMatchObject({ status: 404, body: { Code: 'unknown_zone' } })
  })

  test('a malformed zone number', async () => {
    expect(await city.get('/api/Parking/Zone/12')).toMatchObject({
      status: 400,
      body: { Fields: { zone: 'Zone numbers have 4 to 6 digits.' } },
    })
  })
})

test('the forecast: 24 hours from this one, the first from the count, later ones from the usual', async () => {
  const usual = (await city.get('/api/Parking/Zone/5002/Forecast')).body
  expect(usual.Hours).toHaveLength(24)
  expect(usual.Hours[0]).toEqual({ At: '2026-04-14T17:00:00Z', Free: 2, Taken: 0.92 })
  await city.report({ Reports: [{ ZoneNumber: '5002', Taken: 4, ObservedAt: tuesday.toString() }] })
  const counted = (await city.get('/api/Parking/Zone/5002/Forecast')).body
  expect(counted.Hours[0]).toEqual({ At: '2026-04-14T17:00:00Z', Free: 16, Taken: 0.2 })
  expect(counted.Hours[1].Taken).toBeLessThan(usual.Hours[1].Taken)
  expect(usual.Hours.at(-1).Taken - counted.Hours.at(-1).Taken).toBeLessThan(0.06)
  // an old count says nothing about today
  city.clock.set(tuesday.add({ minutes: 45 }))
  expect((await city.get('/api/Parking/Zone/5002/Forecast')).body).toEqual(usual)
})

test('at most one query counts the sessions of all results', async () => {
  await city.report({
    Reports: ['5001', '5002'].map(ZoneNumber => ({ ZoneNumber, Taken: 1, ObservedAt: tuesday.toString() })),
  })
  const before = city.countsAsked()
  await find()
  expect(city.countsAsked() - before).toBe(1)
})
