// An event rate that two persons publish while drivers look: every server says it within seconds, and tells whoever looks to read again.
import { find, mapView, zone as zoneCall } from '@parkit/contract/city/places'
import { rules as rulesCall } from '@parkit/contract/city/zone-rules'
import * as rules from '@parkit/contract/staff/console-rules'
import * as team from '@parkit/contract/staff/console-team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { noon, startTestServer } from '#app/testing.ts'
import { source, testPlace } from '#city/places/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'
import { readConfig } from '#platform/config.ts'
import { memberToken } from '#staff/console/testing.ts'

/** apart from the others, so that the map shows its sign */
const alone = '5301'
const rateCity = () => {
  const city = parkingCity()
  city.places.push(testPlace(alone, 3_000, { timeZone: 'America/Chicago', tariffId: 'quarters' }))
  return city
}
const parkit = await startTestServer({ city: rateCity(), poolSize: 12 })
const { quote } = parkingActions(parkit)
const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
const second = await buildApp({ config, db: parkit.db, clock: parkit.clock, city: source(rateCity()) })
const addresses = await Promise.all([parkit.app, second.app].map(app => app.listen({ port: 0, host: '127.0.0.1' })))
afterAll(async () => {
  await second.app.close()
  await parkit.stop()
})
const tokens = {} as Record<'rates' | 'second', string>
beforeAll(async () => {
  tokens.rates = await memberToken(parkit, 'test', 'Rita', ['rates'])
  tokens.second = await memberToken(parkit, 'test', 'Otto', ['owner'])
})

const at = (minutes: number) => noon.add({ minutes })
const params = { city: 'test' }
const publish = async () => {
  const body = {
    Name: 'Match',
    Kind: 'rate',
    PerHour: 12,
    ZoneNumbers: [zones.street, alone],
    StartsAt: `${at(60)}`,
    EndsAt: `${at(300)}`,
  } as const
  const drafted = await parkit.call(rules.draftOverride, { params, body }, { token: tokens.rates })
  const { OverrideId: id } = drafted.body
  const asked = await parkit.call(
    rules.publishOverride,
    { params: { ...params, id } },
    { token: tokens.rates, key: id },
  )
  const approved = { params: { ...params, id: asked.body.Proposal! } }
  expect((await parkit.call(team.approveCityProposal, approved, { token: tokens.second })).status).toBe(200)
  return id
}
const cancel = (id: string) =>
  parkit.call(rules.cancelCityOverride, { params: { ...params, id } }, { token: tokens.rates })

/** How often each server has told to read again. */
const follow = async (address: string) => {
  const leave = new AbortController()
  const { body } = await fetch(`${address}/api/Parking/Changes`, { signal: leave.signal })
  let told = 0
  const texts = body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  // what it begins with
  await texts.next()
  const read = async () => {
    for (let next = await texts.next(); !next.done; next = await texts.next())
      told += next.value.split('event: places').length - 1
  }
  read().catch(() => undefined)
  return { told: () => told, leave: () => leave.abort() }
}

test('an event rate is said by sign, rules, search, map, and quote on every server within 5 s, and no longer once it is cancelled', async () => {
  const apps = [parkit.app, second.app]
  const streams = await Promise.all(addresses.map(follow))
  const said = async (app: (typeof apps)[number], ZoneNumber: string) => {
    const asked = { params: { zone: ZoneNumber }, query: {} }
    const { Rules } = (await parkit.call(zoneCall, asked, { app })).body
    const { Ahead, Periods } = (await parkit.call(rulesCall, asked, { app })).body
    return {
      sign: Rules.map(({ En }) => En[0]).includes('Match'),
      ahead: Ahead.map(({ Name }) => Name).includes('Match'),
      week: Periods.some(({ HourlyRate, From }) => HourlyRate === 12 && From === at(60).toString()),
    }
  }
  const usual = { sign: false, ahead: false, week: false }
  for (const app of apps) expect(await said(app, alone)).toEqual(usual)
  const id = await publish()
  for (const app of apps)
    for (const zone of [alone, zones.street])
      await expect.poll(() => said(app, zone), { timeout: 5_000 }).toEqual({ sign: true, ahead: true, week: true })
  for (const { told } of streams) await expect.poll(told, { timeout: 5_000 }).toBeGreaterThan(0)

  // a stay that reaches into it, and then one that begins in it
  const prices = async (app: (typeof apps)[number]) => {
    const { Items } = (await parkit.call(find, { query: { Query: alone, Minutes: 60 } }, { app })).body
    const box = { West: -104.999, South: 39.76, East: -104.98, North: 39.77, Zoom: 18 }
    const { Places } = (await parkit.call(mapView, { query: box }, { app })).body
    const isIt = ({ ZoneNumber }: { ZoneNumber: string }) => ZoneNumber === alone
    return [Items.find(isIt)!.Price, Places.find(isIt)!.Price]
  }
  expect((await quote(null, { ZoneNumber: alone, Minutes: 120 })).body.Parking).toBe(2 + 12)
  for (const app of apps) expect(await prices(app)).toEqual([2.35, 2.35])
  parkit.clock.set(at(60))
  for (const app of apps) expect(await prices(app)).toEqual([12.35, 12.35])
  parkit.clock.set(noon)

  await cancel(id)
  for (const app of apps) await expect.poll(() => said(app, alone), { timeout: 5_000 }).toEqual(usual)
  for (const { leave } of streams) leave()
})

test('whoever looks is told when an event rate begins, though nothing is written then', async () => {
  const [id, other] = [await publish(), await publish()]
  parkit.clock.set(at(60).subtract({ milliseconds: 300 }))
  const { told, leave } = await follow(addresses[0]!)
  await cancel(other)
  await expect.poll(told, { timeout: 5_000 }).toBeGreaterThan(0)
  // again and again, because the clock stands still just before it begins
  const written = told()
  await expect.poll(told, { timeout: 5_000 }).toBeGreaterThan(written + 2)
  leave()
  parkit.clock.set(noon)
  await cancel(id)
})

test('whoever comes just after a change is told of it, and a server that stops ends its streams', async () => {
  const stream = await fetch(`${addresses[1]}/api/Parking/Changes`)
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
  await second.app.close()
  expect(await stream.text()).toBe('retry: 2000\n\nevent: places\ndata: {}\n\n')
})
