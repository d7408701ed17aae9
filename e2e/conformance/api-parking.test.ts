// The calls of finding places and of parking: what they take and answer, over HTTP.
import { beforeAll, expect } from 'vitest'
import { type Driver, registerDriver } from '../api.ts'
import { findLot } from '../places.ts'
import { callApi, expectFields, instant } from './api-client.ts'
import { isRecording, statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address } = openVisitors()

type Session = { SessionId: string; EndsAt: string; AmountPaid: number; Refunded: number; StartedAt: string }
let who: Driver
let zone: string
let running: Session
let ended: Session
const start = async (Minutes: number) => {
  const body = { ZoneNumber: zone, VehicleId: who.vehicleId, Minutes, PayWith: 'wallet' }
  return JSON.parse((await callApi('POST /api/Parking/Start', body, who)).text) as Session
}
if (!isRecording())
  beforeAll(async () => {
    who = await registerDriver(address, 200)
    zone = (await findLot(address)).ZoneNumber
    const first = await start(60)
    ended = JSON.parse((await callApi('POST /api/Parking/Stop', { SessionId: first.SessionId }, who)).text)
    running = await start(60)
  })

const placeFields = 'ZoneNumber Name Kind Address Latitude Longitude Distance Capacity Free Price Features'.split(' ')

type Found = {
  ZoneNumber: string
  Distance: number
  Price: number
  PriceMinutes: number
  OpenNow: boolean
  Kind: string
}
const find = async (query: string) => {
  const { status, body } = await callApi(`GET /api/Parking/Find?${query}`)
  return { status, items: (body.Items ?? []) as Found[] }
}

statement('API GET /api/Parking/Find: the fields, nearest first, for the wanted stay', {}, async () => {
  const { items } = await find('Latitude=41.882&Longitude=-87.6278&Radius=800&Minutes=60&Limit=30')
  expect(items.length).toBeGreaterThan(5)
  for (const item of items) expect(Object.keys(item)).toEqual(expect.arrayContaining(placeFields))
  const distances = items.map(({ Distance }) => Distance)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  expect(distances.at(-1)).toBeLessThanOrEqual(800)
  const lot = items.find(({ ZoneNumber }) => ZoneNumber === zone) ?? items.find(({ Price }) => Price > 0)!
  const longer = await find(`Query=${lot.ZoneNumber}&Minutes=120`)
  const [same] = longer.items
  if (same!.PriceMinutes > lot.PriceMinutes) expect(same!.Price).toBeGreaterThanOrEqual(lot.Price)
  const { body: quote } = await callApi('POST /api/Parking/Quote', { ZoneNumber: zone, Minutes: 60 })
  const [priced] = (await find(`Query=${zone}&Minutes=60`)).items
  expect(priced!.Price).toBe(quote.Total)
})

statement('D-41: filters narrow the list', {}, async () => {
  expect((await find('OpenNow=true&Radius=3000')).items.every(({ OpenNow }) => OpenNow)).toBe(true)
  const cheap = (await find('MaxPrice=3&Radius=3000')).items as unknown as { HourlyRate: number }[]
  expect(cheap.every(({ HourlyRate }) => HourlyRate <= 3)).toBe(true)
  const covered = (await find('Features=covered&Radius=3000')).items as unknown as { Features: string[] }[]
  expect([covered.length > 0, covered.every(({ Features }) => Features.includes('covered'))]).toEqual([true, true])
  expect((await find('Limit=3')).items).toHaveLength(3)
})

statement('API GET /api/Parking/Zone and Forecast: the rate table, hours and limits; 24 hours', {}, async () => {
  const place = await callApi(`GET /api/Parking/Zone/${zone}`)
  expectFields(place, ['Rules', 'Hours', 'MaxStayMinutes', 'TimeZone', 'MinStayMinutes', 'Capacity', 'Free'])
  expect(place.body.TimeZone).toBe('America/Chicago')
  const { body } = await callApi(`GET /api/Parking/Zone/${zone}/Forecast`)
  const hours = body.Hours as { At: string; Free: number }[]
  expect(hours).toHaveLength(24)
  const times = hours.map(({ At }) => Date.parse(At))
  expect(times.every((at, n) => n === 0 || at - times[n - 1]! === 3_600_000)).toBe(true)
  expect((await callApi('GET /api/Parking/Zone/9999999')).status).toBe(400)
})

statement('API POST /api/Parking/Quote: the price of a stay with its lines', {}, async () => {
  const reply = await callApi(
    'POST /api/Parking/Quote',
    { ZoneNumber: zone, VehicleId: who.vehicleId, Minutes: 60 },
    who,
  )
  expectFields(reply, [
    ...['QuoteId', 'ExpiresAt', 'Lines', 'Parking', 'ServiceFee', 'Total', 'StartsAt', 'EndsAt', 'MaxMinutes'],
    ...['FreeUntil', 'Warnings'],
  ])
})

const sessionFields = [
  ...['SessionId', 'Status', 'ZoneNumber', 'Name', 'Address', 'Latitude', 'Longitude', 'TimeZone', 'StartedAt'],
  ...['EndsAt', 'EndedAt', 'Minutes', 'Parking', 'ServiceFee', 'AmountPaid', 'PaidVia', 'PaymentStatus', 'Vehicle'],
  ...['AutoSession', 'AutoExtended'],
]

statement('API: a session answers the recorded fields', {}, async () => {
  expect(Object.keys(running)).toEqual(expect.arrayContaining(sessionFields))
  const reply = await callApi(`GET /api/Parking/Session/${ended.SessionId}`, undefined, who)
  expectFields(reply, sessionFields)
  expect(reply.body).toMatchObject({ Status: 'ended', EndedAt: expect.stringMatching(instant) })
  expect(Object.keys(reply.body.Vehicle as object)).toEqual(
    expect.arrayContaining(['VehicleMake', 'VehicleModel', 'PlateNumber', 'PlateState']),
  )
})

statement('API GET /api/Parking/Active: the running sessions', {}, async () => {
  const active = JSON.parse((await callApi('GET /api/Parking/Active', undefined, who)).text) as Session[]
  expect(active.map(({ SessionId }) => SessionId)).toEqual([running.SessionId])
})

statement('API GET /api/Parking/Session and its receipt: the time line, the receipt and its PDF', {}, async () => {
  const { body } = await callApi(`GET /api/Parking/Session/${ended.SessionId}`, undefined, who)
  expect((body.Steps as { Kind: string }[]).map(({ Kind }) => Kind)).toEqual(['started', 'stopped'])
  expect((body.Lines as unknown[]).length).toBeGreaterThan(0)
  const pdf = await callApi(`GET /api/Parking/Session/${ended.SessionId}/Receipt.pdf`, undefined, who)
  expect([pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
})

statement('API GET /api/Parking/Sessions: sorted, and narrowed by day, vehicle, place and status', {}, async () => {
  const list = async (query: string) => {
    const { body } = await callApi(`GET /api/Parking/Sessions?${query}`, undefined, who)
    return (body.Items as Session[]).map(({ SessionId }) => SessionId)
  }
  const both = [running.SessionId, ended.SessionId]
  expect(await list('Sort=newest')).toEqual(both)
  expect(await list('Sort=oldest')).toEqual(both.toReversed())
  for (const sort of ['less-distance', 'more-distance'])
    expect((await list(`Sort=${sort}&Latitude=41.88&Longitude=-87.63`)).toSorted()).toEqual(both.toSorted())
  expect(await list('Status=running')).toEqual([running.SessionId])
  expect(await list('Status=ended')).toEqual([ended.SessionId])
  expect(await list(`Query=${zone}&VehicleId=${who.vehicleId}`)).toEqual(both)
  expect(await list('Query=nowhere+at+all')).toEqual([])
  expect(await list('To=2020-01-01')).toEqual([])
  expect(await list('Limit=1')).toEqual([running.SessionId])
})

statement('API POST /api/Parking/Extend and Stop: the session; unused minutes go back', {}, async () => {
  const driver = await registerDriver(address, 100)
  const body = { ZoneNumber: zone, VehicleId: driver.vehicleId, Minutes: 30, PayWith: 'wallet' }
  const { body: session } = await callApi('POST /api/Parking/Start', body, driver)
  const extended = await callApi('POST /api/Parking/Extend', { SessionId: session.SessionId, Minutes: 30 }, driver)
  expectFields(extended, sessionFields)
  expect(Date.parse(String(extended.body.EndsAt)) - Date.parse(String(session.EndsAt))).toBe(30 * 60_000)
  const stopped = await callApi('POST /api/Parking/Stop', { SessionId: session.SessionId }, driver)
  expectFields(stopped, sessionFields)
  expect(stopped.body).toMatchObject({ Status: 'ended', AmountPaid: 0 })
})

statement('D-81: a quote names a session, and is an extension’s', {}, async () => {
  const body = { ZoneNumber: zone, SessionId: running.SessionId, Minutes: 30 }
  const quote = await callApi('POST /api/Parking/Quote', body, who)
  expect(quote.body).toMatchObject({
    Minutes: 90,
    QuoteId: expect.any(String),
    ExpiresAt: expect.stringMatching(instant),
  })
  const { body: whole } = await callApi('POST /api/Parking/Quote', {
    ZoneNumber: zone,
    Minutes: 90,
    StartAt: undefined,
  })
  expect(Number(quote.body.Total)).toBeLessThan(Number(whole.Total))
})

statement('D-81: StartAt only looks ahead', {}, async () => {
  const quote = (StartAt: string) => callApi('POST /api/Parking/Quote', { ZoneNumber: zone, Minutes: 30, StartAt })
  const now = Temporal.Now.instant()
  const past = await quote(now.subtract({ hours: 3 }).toString())
  if (past.status === 200)
    expect(Date.parse(String(past.body.StartsAt))).toBeGreaterThan(now.epochMilliseconds - 60_000)
  else expect(past.status).toBe(400)
  const ahead = now.add({ hours: 24 })
  const { status, body } = await quote(ahead.toString())
  if (status === 200) expect(Math.abs(Date.parse(String(body.StartsAt)) - ahead.epochMilliseconds)).toBeLessThan(60_000)
  else expect(body.Code).toBe('zone_closed')
})
