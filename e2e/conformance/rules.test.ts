// The business rules of prices, stays, places and the wallet, over HTTP.
import sharp from 'sharp'
import { beforeAll, expect } from 'vitest'
import { type Driver, registerDriver } from '../api.ts'
import { inviteOperator } from '../operator.ts'
import { findLot } from '../places.ts'
import { callApi } from './api-client.ts'
import { isRecording, statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, newDriver } = openVisitors()

let zone: string
if (!isRecording())
  beforeAll(async () => {
    zone = (await findLot(address)).ZoneNumber
  })

type Quote = {
  Total: number
  Parking: number
  ServiceFee: number
  Lines: { Kind: string; Amount: number }[]
  QuoteId: string
}
type Session = { SessionId: string; AmountPaid: number; Parking: number; ServiceFee: number; Refunded: number }
const quote = async (body: object, driver?: Driver) => {
  const reply = await callApi('POST /api/Parking/Quote', { ZoneNumber: zone, ...body }, driver)
  return JSON.parse(reply.text) as Quote & { Code?: string }
}
const start = (driver: Driver, body: object = {}) =>
  callApi(
    'POST /api/Parking/Start',
    { ZoneNumber: zone, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet', ...body },
    driver,
  )
const started = async (driver: Driver, body: object = {}) => JSON.parse((await start(driver, body)).text) as Session
const balance = async (driver: Driver) =>
  Number((await callApi('GET /api/Account/Details', undefined, driver)).body.Balance)
const inCents = (dollars: number) => Math.round(dollars * 100)

statement('Rules: the service fee is $0.35, once per session', {}, async () => {
  const driver = await registerDriver(address, 100)
  const price = await quote({ Minutes: 60 })
  expect([price.ServiceFee, price.Lines.filter(({ Kind }) => Kind === 'fee').map(({ Amount }) => Amount)]).toEqual([
    0.35,
    [0.35],
  ])
  const session = await started(driver)
  expect(inCents(session.AmountPaid)).toBe(inCents(session.Parking) + 35)
  const extended = await callApi('POST /api/Parking/Extend', { SessionId: session.SessionId, Minutes: 15 }, driver)
  expect(extended.body.ServiceFee).toBe(0.35)
  await callApi('POST /api/Parking/Stop', { SessionId: session.SessionId }, driver)
})

statement('Rules: no service fee for an extension, a free stay or with Deluxe', {}, async () => {
  const driver = await registerDriver(address, 100)
  expect((await callApi('POST /api/Subscription/Subscribe', { PlanId: 'deluxe' }, driver)).status).toBe(200)
  expect(await quote({ Minutes: 60, VehicleId: driver.vehicleId }, driver)).toMatchObject({ ServiceFee: 0 })
  const session = await started(driver)
  expect([session.ServiceFee, session.AmountPaid]).toEqual([0, session.Parking])
  expect(await quote({ Minutes: 30, SessionId: session.SessionId }, driver)).toMatchObject({ ServiceFee: 0 })
})

statement('Rules: the API takes any whole minute, and no part of one', {}, async () => {
  for (const Minutes of [15, 16, 47, 61])
    expect((await callApi('POST /api/Parking/Quote', { ZoneNumber: zone, Minutes })).body.Minutes).toBe(Minutes)
  for (const Minutes of [47.5, 0, -15, '60'])
    expect((await callApi('POST /api/Parking/Quote', { ZoneNumber: zone, Minutes })).status).toBe(400)
})

type Place = { ZoneNumber: string; MaxStayMinutes: number | null; OpenNow: boolean; Kind: string }
const places = async (query: string) =>
  (await callApi(`GET /api/Parking/Find?Latitude=41.882&Longitude=-87.6278&${query}`)).body.Items as Place[]

statement('Rules: a zone has a minimum, a maximum stay and a no-return time', {}, async () => {
  const { body } = await callApi(`GET /api/Parking/Zone/${zone}`)
  expect(body).toMatchObject({ MinStayMinutes: 15, NoReturnMinutes: null })
  expect(await quote({ Minutes: 14 })).toMatchObject({ Code: 'under_min_stay' })
  const limited = (await places('OpenNow=true&Radius=3000&Limit=100')).find(
    ({ MaxStayMinutes }) => MaxStayMinutes !== null,
  )!
  expect(await quote({ ZoneNumber: limited.ZoneNumber, Minutes: limited.MaxStayMinutes! + 1 })).toMatchObject({
    Code: 'over_max_stay',
  })
})

statement('Rules: the total is the sum of the lines, each in whole cents', {}, async () => {
  for (const Minutes of [15, 23, 47, 61]) {
    const { Total, Lines, Parking, ServiceFee } = await quote({ Minutes })
    for (const { Amount } of Lines) expect(String(Amount)).toMatch(/^\d+(\.\d{1,2})?$/)
    expect(Lines.reduce((sum, { Amount }) => sum + inCents(Amount), 0)).toBe(inCents(Total))
    expect(inCents(Parking) + inCents(ServiceFee)).toBe(inCents(Total))
  }
})

statement('Rules: an extension costs what the whole stay costs more', {}, async () => {
  const driver = await registerDriver(address, 100)
  const session = await started(driver, { Minutes: 45 })
  const more = await quote({ Minutes: 30, SessionId: session.SessionId }, driver)
  const whole = await quote({ Minutes: 75 })
  expect(inCents(more.Total)).toBe(inCents(whole.Parking) - inCents(session.Parking))
  const before = await balance(driver)
  await callApi(
    'POST /api/Parking/Extend',
    { SessionId: session.SessionId, Minutes: 30, QuoteId: more.QuoteId },
    driver,
  )
  expect(inCents(before) - inCents(await balance(driver))).toBe(inCents(more.Total))
})

statement('Rules: a start without a quote is priced anew', {}, async () => {
  const driver = await registerDriver(address, 100)
  const { Total } = await quote({ Minutes: 60 })
  expect((await started(driver)).AmountPaid).toBe(Total)
})

statement('Rules: a stop within 60 seconds pays everything back, fee included', {}, async () => {
  const driver = await registerDriver(address, 100)
  const session = await started(driver)
  expect(await balance(driver)).toBeLessThan(100)
  const { body } = await callApi('POST /api/Parking/Stop', { SessionId: session.SessionId }, driver)
  expect(body).toMatchObject({ AmountPaid: 0, Refunded: session.AmountPaid })
  expect(await balance(driver)).toBe(100)
})

statement('Rules: an ended session can’t be extended', {}, async () => {
  const driver = await registerDriver(address, 100)
  const { SessionId } = await started(driver)
  await callApi('POST /api/Parking/Stop', { SessionId }, driver)
  const reply = await callApi('POST /api/Parking/Extend', { SessionId, Minutes: 15 }, driver)
  expect([reply.status, reply.body.Code]).toEqual([409, 'session_ended'])
})

statement('Rules: one running session per plate and state within an account', {}, async () => {
  const driver = await registerDriver(address, 100)
  const session = await started(driver)
  const again = await start(driver)
  expect([again.status, again.body]).toEqual([
    409,
    expect.objectContaining({
      Code: 'already_parked',
      SessionId: session.SessionId,
      Name: expect.any(String),
      Until: expect.any(String),
    }),
  ])
  // the same letters of another state are another plate
  const vehicles = JSON.parse((await callApi('GET /api/Vehicle/List', undefined, driver)).text)
  const { VehicleID: _, IsDefault: __, ...fields } = vehicles[0] as Record<string, unknown>
  const { body: other } = await callApi('POST /api/Vehicle/Add', { ...fields, PlateState: 'Ohio' }, driver)
  expect((await start(driver, { VehicleId: other.VehicleID })).status).toBe(200)
})

statement('Rules: availability is said in four words, by the free share', {}, async () => {
  const [place] = (await places('Radius=3000&Limit=100')).filter(({ Kind }) => Kind === 'garage') as (Place & {
    Capacity: number
  })[]
  const { ZoneNumber, Capacity } = place!
  const token = inviteOperator('Conformance')
  const half = Math.ceil(Capacity * 0.5)
  const fifth = Math.ceil(Capacity * 0.2)
  for (const [free, word] of [
    [half, 'plenty'],
    [half - 1, 'filling'],
    [fifth, 'filling'],
    [fifth - 1, 'nearly'],
    [0, 'full'],
  ] as const) {
    const Reports = [{ ZoneNumber, Taken: Capacity - free, ObservedAt: Temporal.Now.instant().toString() }]
    expect((await callApi('POST /api/Operator/Occupancy', { Reports }, { token })).body.Accepted).toBe(1)
    await expect
      .poll(async () => {
        const { body } = await callApi(`GET /api/Parking/Zone/${ZoneNumber}`)
        return [body.Free, body.Availability, body.Stalls]
      })
      .toEqual([free, word, Math.ceil((5 * free) / Capacity)])
  }
  const { page, context } = await newDriver(0)
  await page.goto(`/parkdetails?zone=${ZoneNumber}`)
  await page.getByText('Full', { exact: true }).first().waitFor()
  await context.close()
})

statement('D-12: a gate’s report starts a session, with the operator’s own credential', {}, async () => {
  const driver = await registerDriver(address, 100)
  await callApi('POST /api/Account/Settings', { AutoStart: true }, driver)
  const [vehicle] = JSON.parse((await callApi('GET /api/Vehicle/List', undefined, driver)).text)
  const seen = {
    ZoneNumber: zone,
    PlateNumber: vehicle.PlateNumber,
    PlateState: vehicle.PlateState,
    Direction: 'in',
    SeenAt: Temporal.Now.instant().toString(),
  }
  const reply = await callApi('POST /api/Operator/PlateSeen', seen, { token: inviteOperator('Conformance') })
  expect([reply.status, reply.body]).toEqual([200, { Accepted: true }])
  const active = async () => JSON.parse((await callApi('GET /api/Parking/Active', undefined, driver)).text)
  await expect.poll(active).toMatchObject([{ ZoneNumber: zone, Minutes: 15, AutoSession: true }])
})

const earthMeters = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180
const metersTo = ({ Latitude, Longitude }: { Latitude: number; Longitude: number }) => {
  const [from, to] = [radians(41.882), radians(Latitude)]
  const half =
    Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(radians(Longitude + 87.6278) / 2) ** 2
  return 2 * earthMeters * Math.asin(Math.sqrt(half))
}
type Near = Place & { Latitude: number; Longitude: number; Distance: number; WalkMinutes: number }

statement('Rules: distance is great-circle meters, walking minutes follow from it', {}, async () => {
  const found = (await places('Radius=3000&Limit=50')) as Near[]
  expect(found.length).toBe(50)
  for (const place of found) {
    expect(Math.abs(place.Distance - metersTo(place))).toBeLessThan(place.Distance * 0.005 + 2)
    expect(Math.abs(place.WalkMinutes - Math.ceil((place.Distance * 1.3) / 80))).toBeLessThanOrEqual(
      (place.Distance * 1.3) % 80 < 2 || (place.Distance * 1.3) % 80 > 78 ? 1 : 0,
    )
  }
})

statement('Rules: near me without a position is State St & Madison St', {}, async () => {
  const { body } = await callApi('GET /api/Parking/Find')
  expect(body.Centre).toMatchObject({ Latitude: 41.882, Longitude: -87.6278, Source: 'default' })
})

statement('Rules: the radius is 1,500 m, at most 10,000 m', {}, async () => {
  const far = ((await callApi('GET /api/Parking/Find?Limit=100')).body.Items as Near[]).map(({ Distance }) => Distance)
  expect(Math.max(...far)).toBeLessThanOrEqual(1_500)
  expect((await callApi('GET /api/Parking/Find?Radius=10000')).status).toBe(200)
  expect((await callApi('GET /api/Parking/Find?Radius=10001')).status).toBe(400)
})

statement('Rules: a zone number is 4 to 6 digits of text, one place each', {}, async () => {
  const numbers = (await places('Radius=10000&Limit=100')).map(({ ZoneNumber }) => ZoneNumber)
  expect(numbers.filter(number => !/^\d{4,6}$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
})

statement('Rules: a session id is P- and 10 Crockford characters', {}, async () => {
  const driver = await registerDriver(address, 100)
  const ids = [await started(driver)]
  await callApi('POST /api/Parking/Stop', { SessionId: ids[0]!.SessionId }, driver)
  ids.push(await started(driver))
  for (const { SessionId } of ids) expect(SessionId).toMatch(/^P-[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(ids[0]!.SessionId).not.toBe(ids[1]!.SessionId)
})

statement('Rules: the wallet is never negative', {}, async () => {
  const { Total } = await quote({ Minutes: 60 })
  const driver = await registerDriver(address, Math.max(1, inCents(Total) / 100))
  const vehicles = JSON.parse((await callApi('GET /api/Vehicle/List', undefined, driver)).text)
  const { VehicleID: _, IsDefault: __, ...fields } = vehicles[0] as Record<string, unknown>
  const ids = [driver.vehicleId]
  for (const PlateState of ['Ohio', 'Iowa', 'Texas'])
    ids.push(String((await callApi('POST /api/Vehicle/Add', { ...fields, PlateState }, driver)).body.VehicleID))
  const replies = await Promise.all(ids.map(VehicleId => start(driver, { VehicleId })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 402, 402, 402])
  expect(await balance(driver)).toBeGreaterThanOrEqual(0)
})

statement('Rules: a wallet that is short pays nothing and says what is missing', {}, async () => {
  const driver = await registerDriver(address, 1)
  const { Total } = await quote({ Minutes: 60 })
  const reply = await start(driver)
  expect([reply.status, reply.body.Code]).toEqual([402, 'insufficient_funds'])
  expect(inCents(Number(reply.body.Missing))).toBe(inCents(Total) - 100)
  expect(await balance(driver)).toBe(1)
})

statement('Rules: a photo is taken as JPEG, PNG or WebP and stored as 512 × 512 WebP', {}, async () => {
  const driver = await registerDriver(address, 0)
  const picture = sharp({ create: { width: 700, height: 500, channels: 3, background: '#c00' } })
  for (const type of ['jpeg', 'png', 'webp'] as const) {
    const form = new FormData()
    form.append(
      'photo',
      new Blob([new Uint8Array(await picture.toFormat(type).toBuffer())], { type: `image/${type}` }),
      'me',
    )
    const reply = await callApi('POST /api/Account/Photo', form, { ...driver, key: null })
    expect([type, reply.status, reply.body.PhotoUrl]).toEqual([type, 200, expect.any(String)])
    const headers = { authorization: `Bearer ${driver.token}` }
    const kept = await fetch(new URL(String(reply.body.PhotoUrl), address), { headers })
    const { format, width, height } = await sharp(await kept.arrayBuffer()).metadata()
    expect([format, width, height]).toEqual(['webp', 512, 512])
  }
  const form = new FormData()
  form.append('photo', new Blob(['x'.repeat(5 * 1_024 * 1_024 + 1)], { type: 'image/png' }), 'me')
  expect((await callApi('POST /api/Account/Photo', form, { ...driver, key: null })).status).toBe(413)
})

statement('Rules: money is written $80.00 with Latin digits in Hindi too', {}, async () => {
  const { page, context } = await newDriver(80, { language: 'hi' })
  await page.goto('/profile')
  await page.getByRole('radio', { name: 'हिन्दी' }).dispatchEvent('click')
  await page.locator('html[lang=hi]').waitFor()
  await page.goto('/account')
  await page.getByText('$80.00').first().waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/[०-९]/)
  await context.close()
})
