// An event rate and a closure that are published while drivers look at a place: its page, the list, the map, and the sign's page change by themselves.
import { randomUUID } from 'node:crypto'
import { find } from '@parkit/contract/city/places'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { cancelOverride, publishClosure } from '../../server/src/city/overrides/overrides.ts'
import { insertRate } from '../../server/src/city/overrides/testing.ts'
import { en as ahead } from '../../web/src/city/places/ahead-words.en.ts'
import { require } from '../api.ts'
import { connectDatabase, startBrowser } from '../file-setup.ts'
import { becomeGuest } from '../sign-in.ts'

const address = inject('address')
const browser = startBrowser()
const db = connectDatabase()

/** two to hear of it, at most 1.5 for the answers to be spread, and the drawing */
const soon = { timeout: 5_000 }

/** Far from where other journeys park. */
const findFarZone = async () => {
  const query = { Latitude: 41.882, Longitude: -87.6278, Radius: 10_000, Limit: 100, OpenNow: 'true' } as const
  const { Items } = await require(address, find, { query })
  return Items.findLast(({ Payable, PriceMinutes }) => Payable && PriceMinutes >= 60)!
}

const openAt = async (path: string, shown: (page: Page) => Promise<unknown>) => {
  const opened = await browser.open()
  await becomeGuest(opened.page)
  const following = opened.page.waitForResponse('**/api/Parking/Changes')
  await opened.page.goto(path)
  await shown(opened.page)
  await following
  return opened
}

test('an open place, list, map, and sign say an event rate and a closure within 5 s, by themselves', async () => {
  const { ZoneNumber, Latitude, Longitude } = await findFarZone()
  const { page: place, faults } = await openAt(`/parkdetails?zone=${ZoneNumber}`, page =>
    page.getByText(ahead.title).waitFor(),
  )
  const area = `at=${Latitude.toFixed(5)},${Longitude.toFixed(5)},60`
  const { page: map } = await openAt(`/findParkingMap?${area}`, page => page.locator('.pin').first().waitFor())
  const { page: sign } = await openAt(`/z/${ZoneNumber}`, page =>
    page.locator('.sign-page__price .kv--total').waitFor(),
  )
  for (const page of [place, map, sign]) expect(await page.getByText('$40.35').count()).toBe(0)

  const now = Temporal.Now.instant()
  const { rows } = await db.pool.query<{ city_id: number }>(`select city_id from city where code = 'chicago'`)
  const city = Number(rows[0]!.city_id)
  const price = {
    lines: [{ type: 'flat' as const, fromSeconds: 0, toSeconds: null, cents: 4_000 }],
    count: 'period' as const,
  }
  const name = 'Cubs game'
  const event = await insertRate(db.pool, {
    city,
    zoneNumber: ZoneNumber,
    rule: { id: randomUUID(), priority: 0, name: { en: name }, when: [], who: {}, activity: 'park', price },
    startsAt: now.subtract({ minutes: 1 }),
    endsAt: now.add({ hours: 4 }),
    publishedAt: now.subtract({ minutes: 1 }),
  })
  const told = Promise.all([
    ...[place, map, sign].map(page => page.getByText('$40.35').first().waitFor(soon)),
    place.getByText(name).first().waitFor(soon),
    place.getByText('$40.00 flat').first().waitFor(soon),
  ])
  await told

  const draft = { city, zoneNumbers: [ZoneNumber], name: 'Water main', tow: true }
  const closure = await db.transaction(tx =>
    publishClosure(tx, { ...draft, startsAt: now.subtract({ minutes: 1 }), endsAt: now.add({ hours: 2 }) }, now),
  )
  await Promise.all([
    place
      .getByText(/^Closed until/)
      .first()
      .waitFor(soon),
    map.getByText('Closed now').first().waitFor(soon),
    sign
      .getByText(/^Closed until/)
      .first()
      .waitFor(soon),
  ])

  for (const overrideId of [closure, event])
    await db.transaction(tx => cancelOverride(tx, { city, overrideId }, Temporal.Now.instant()))
  for (const page of [place, map, sign])
    await page
      .getByText('$40.35')
      .first()
      .waitFor({ ...soon, state: 'detached' })
  expect(faults).toEqual([])
})
