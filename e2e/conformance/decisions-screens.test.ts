// Decisions on details of the parking screens: prices, maps, filters, the quote that is sent.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Request } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { registerDriver } from '../api.ts'
import { findLot } from '../places.ts'
import { main } from '../server.ts'
import { callApi } from './api-client.ts'
import { requestOf } from './mock-responses.ts'
import { expectAt, go, press } from './navigation.ts'
import { isRecording, statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, guest, driver, newGuest, newNobody, newDriver } = openVisitors()

let zone: string
let ended: string
if (!isRecording())
  beforeAll(async () => {
    zone = (await findLot(address)).ZoneNumber
    const { token, driver: who } = await driver()
    const body = { ZoneNumber: zone, VehicleId: who.vehicleId, Minutes: 30, PayWith: 'wallet' }
    ended = String((await callApi('POST /api/Parking/Start', body, { token })).body.SessionId)
    await callApi('POST /api/Parking/Extend', { SessionId: ended, Minutes: 30 }, { token })
    await callApi('POST /api/Parking/Stop', { SessionId: ended }, { token })
  })

const open = async (path: string) => {
  const visitor = await driver()
  await go(visitor.page, '/terms')
  await go(visitor.page, path)
  return visitor
}

statement(
  'D-40: /homepage: near me, default vehicle, recent places',
  { built: ['web/src/parking/home/HomeScreen.tsx', 'web/src/parking/home/HomeTiles.tsx'] },
  async () => {
    const { page, token } = await open('/homepage')
    await page.getByRole('link', { name: /Near me/ }).waitFor()
    await page.getByRole('heading', { name: 'Default vehicle' }).waitFor()
    const { body } = await callApi(`GET /api/Parking/Session/${ended}`, undefined, { token })
    await page.getByRole('list', { name: 'Recent places' }).getByText(String(body.Name)).first().waitFor()
  },
)

type Found = { Name: string; Price: number; WalkMinutes: number; Availability: string }
const levels: Record<string, string> = {
  plenty: 'Plenty of space',
  filling: 'Filling up',
  nearly: 'Nearly full',
  full: 'Full',
  unknown: 'No live count',
}

statement(
  'D-41: /findparking: the price follows the wanted stay, beside availability and distance',
  { built: ['web/src/city/places/FindScreen.tsx', 'web/src/city/places/FoundList.tsx'] },
  async () => {
    const { page } = await guest()
    const prices: string[] = []
    for (const minutes of [60, 120]) {
      const answer = page.waitForResponse('**/api/Parking/Find?*')
      await page.goto(`/findparking?stay=${minutes}`)
      const [place] = ((await (await answer).json()) as { Items: Found[] }).Items
      const row = page
        .getByRole('list', { name: 'Places' })
        .getByRole('listitem')
        .filter({ hasText: place!.Name })
        .first()
      await row.waitFor()
      const text = (await row.textContent())!
      expect(text).toContain(`$${place!.Price.toFixed(2)}`)
      expect(text).toContain(`${place!.WalkMinutes} min walk`)
      expect(text).toContain(levels[place!.Availability])
      prices.push(`${place!.Name} ${place!.Price}`)
    }
    expect(prices[0]).not.toBe(prices[1])
  },
)

statement(
  'D-42: /parkdetails?zone=: features, picture of the street and directions',
  { built: ['web/src/city/places/ZoneScreen.tsx', 'web/src/city/places/ZoneMap.tsx'] },
  async () => {
    const { page } = await open(`/parkdetails?zone=${zone}`)
    const { body } = await callApi(`GET /api/Parking/Zone/${zone}`)
    await page.getByText(`${body.AccessibleSpaces} accessible`).first().waitFor()
    await page.locator('.zone__map .leaflet-container').waitFor()
    expect(await page.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain(String(body.Latitude))
    for (const heading of ['Rates', 'Good to know']) await page.getByRole('heading', { name: heading }).waitFor()
  },
)

statement(
  'D-44: /dashboard: find my car',
  { built: ['web/src/parking/car/MyCarScreen.tsx', 'web/src/parking/car/CarMap.tsx'] },
  async () => {
    const { page, context, driver: who, token } = await newDriver(80)
    const body = { ZoneNumber: zone, VehicleId: who.vehicleId, Minutes: 60, PayWith: 'wallet' }
    const { body: session } = await callApi('POST /api/Parking/Start', body, { token })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Find my car' }).click()
    await page.locator('.car__map .leaflet-container').getByRole('img', { name: 'Your car' }).waitFor()
    const link = page.getByRole('link', { name: 'Walking directions' })
    expect(await link.getAttribute('href')).toContain(String(session.Latitude))
    await context.close()
  },
)

statement(
  'D-47: the map and the time line of start, extension, stop and payments',
  { built: ['web/src/parking/past/SessionDetailScreen.tsx', 'web/src/parking/past/TimeLine.tsx'] },
  async () => {
    const { page } = await open(`/ParkingSessionDetail?session=${ended}`)
    for (const text of [/^Started for /, /^Extended to /, /^Stopped after /])
      await page.getByText(text).first().waitFor()
    await page.getByRole('heading', { name: 'Payment' }).waitFor()
    await page
      .getByText(/ refunded$/)
      .first()
      .waitFor()
    await page.locator('.leaflet-container').waitFor()
  },
)

statement(
  'D-49: the map opens with the list’s filters, and the list comes back where it was',
  { built: ['web/src/parking/past/PastScreen.tsx', 'web/src/parking/past/FilterSheet.tsx'] },
  async () => {
    const { page } = await open('/pastpark')
    await page.getByRole('button', { name: /^Filters/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByLabel('Place').fill(zone)
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await sheet.waitFor({ state: 'detached' })
    await expectAt(page, `/pastpark?q=${zone}`)
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await expectAt(page, `/mappage?q=${zone}`)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await expectAt(page, `/pastpark?q=${zone}`)
  },
)

const keyOf = async (request: Request) => (await request.allHeaders())['idempotency-key']

statement(
  'D-81: the app sends the quote’s id and a key with Start and Extend',
  { built: ['web/src/parking/sessions/StartSheet.tsx', 'web/src/parking/sessions/ExtendPanel.tsx'] },
  async () => {
    const { page, context } = await newDriver(80)
    await page.goto(`/SelectVehicle?zone=${zone}`)
    const start = page.getByRole('button', { name: /^Start parking, \$/ }).last()
    await start.waitFor()
    const started = await requestOf(page, 'POST', '/api/Parking/Start', () => start.click())
    expect([typeof started.postDataJSON().QuoteId, typeof (await keyOf(started))]).toEqual(['string', 'string'])
    const extend = page.getByRole('button', { name: /^Extend to .*\$/ })
    await extend.waitFor()
    const extended = await requestOf(page, 'POST', '/api/Parking/Extend', () => extend.click())
    expect([typeof extended.postDataJSON().QuoteId, typeof (await keyOf(extended))]).toEqual(['string', 'string'])
    await context.close()
  },
)

statement(
  'Rules: the start sheet steps by 15 minutes',
  { built: ['web/src/parking/sessions/StayPicker.tsx'] },
  async () => {
    const { page } = await open(`/SelectVehicle?zone=${zone}`)
    const until = page.getByLabel('Until', { exact: true })
    await until.waitFor()
    const minutes = (await until.locator('option').evaluateAll(all => all.map(one => one.getAttribute('value')))).map(
      Number,
    )
    expect(minutes.length).toBeGreaterThan(3)
    expect(minutes.slice(0, 4)).toEqual([15, 30, 45, 60])
  },
)

statement(
  'Rules: the start sheet asks before a stay that costs nothing',
  { built: ['web/src/parking/sessions/StartSheet.tsx'] },
  async () => {
    const { page, context } = await newDriver(0)
    // the meters of Chicago's middle are free at no hour, so the price is set to nothing on its way to the screen
    await page.route('**/api/Parking/Quote', async route => {
      const response = await route.fetch()
      const free = { Parking: 0, ServiceFee: 0, Total: 0, Lines: [], Warnings: ['costs_nothing'] }
      await route.fulfill({ response, json: { ...(await response.json()), ...free } })
    })
    let started = 0
    page.on('request', request => {
      if (request.url().endsWith('/api/Parking/Start')) started++
    })
    await page.goto(`/SelectVehicle?zone=${zone}`)
    await page
      .getByRole('button', { name: /^Start parking/ })
      .last()
      .click()
    await page.getByText('Start free parking?').waitFor()
    await press(page, 'Not now')
    expect(started).toBe(0)
    await context.close()
  },
)

statement(
  'D-88: a quick driver holds a token, and empty vehicle fields until edited',
  { built: ['web/src/driver/account/quick/QuickParkScreen.tsx', 'server/src/driver/account/registration.ts'] },
  async () => {
    const { page, context } = await newGuest()
    await page.goto('/QuickParkRegister')
    await page.getByLabel('Vehicle Plate #').fill('QUICK 88')
    await page.getByLabel('State').selectOption('Illinois')
    await page.getByLabel('Phone').fill(`31255${String(Date.now()).slice(-5)}`)
    await press(page, 'Text me a code')
    await press(page, 'Fill in code')
    await page.waitForURL('**/SelectVehicle*')
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect([typeof stored.access_token, stored.is_guestUser]).toEqual(['string', undefined])
    const token = stored.access_token!
    // the app's sign-in is bound to its browser
    const headers = { cookie: (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ') }
    const list = async () => JSON.parse((await callApi('GET /api/Vehicle/List', undefined, { token, headers })).text)
    const [vehicle] = await list()
    expect(vehicle).toMatchObject({ PlateNumber: 'QUICK 88', VehicleMake: '', VehicleModel: '', VehicleColor: '' })
    const edited = { VehicleMake: 'HONDA', VehicleModel: 'CIVIC', VehicleColor: 'BLUE', VehicleYear: '2022' }
    const { VehicleID, IsDefault: _, ...fields } = vehicle
    const reply = await callApi(
      'POST /api/Vehicle/Update',
      { ...fields, VehicleId: VehicleID, ...edited },
      { token, headers },
    )
    expect(reply.status).toBe(200)
    const [after] = await list()
    expect([after.VehicleMake, after.VehicleModel, after.VehicleColor]).toEqual(['Honda', 'Civic', 'Blue'])
    await context.close()
  },
)

statement(
  'D-95: with next, adding a vehicle returns there',
  { built: ['web/src/driver/vehicles/vehicle-mutations.ts', 'web/src/platform/next.ts'] },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/addvehicles?next=%2Ffindparking')
    await page.getByLabel('Plate Number').fill('NEXT 95')
    await page.getByLabel('State').selectOption('Illinois')
    await page.getByLabel('Make', { exact: true }).selectOption({ label: 'HONDA' })
    await page.getByLabel('Model').selectOption({ label: 'CIVIC' })
    await page.getByLabel('Color').selectOption({ label: 'BLUE' })
    await page.getByRole('button', { name: /^Year/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '2022', exact: true }).click()
    await press(page, 'Save vehicle')
    await expectAt(page, '/findparking')
    await context.close()
  },
)

statement(
  'D-95: signing in leads to /addvehicles without a vehicle, else to /homepage',
  { built: ['web/src/platform/next.ts'] },
  async () => {
    const who = await registerDriver(address, 0)
    for (const [remove, path] of [
      [false, '/homepage'],
      [true, '/addvehicles'],
    ] as const) {
      if (remove) await callApi(`DELETE /api/Vehicle/${who.vehicleId}`, undefined, who)
      const { page, context } = await newNobody()
      await page.goto('/login')
      await page.getByLabel('Email or phone').fill(who.email)
      await page.getByLabel('Password', { exact: true }).fill(who.password)
      await press(page, 'Sign in')
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
      await context.close()
    }
  },
)

statement('D-36: no file of the web app holds a key', { built: ['web/src/money/cards/provider.ts'] }, () => {
  const dist = join(import.meta.dirname, '../../web/dist')
  const files = globSync('**/*.{js,html,css}', { cwd: dist })
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter(file => /\b[psr]k_(test|live)_\w{8}/.test(readFileSync(join(dist, file), 'utf8')))).toEqual([])
})

/** What a server says that does not start. */
const refusal = (env: Record<string, string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, text: stderr + stdout }
}

statement(
  'D-89: a production server refuses to start on stand-ins',
  { built: ['server/src/platform/config.ts'] },
  () => {
    const { status, text } = refusal({ HOST: '0.0.0.0' })
    expect(status).toBe(1)
    expect(text).toMatch(/card provider/)
    expect(text).not.toMatch(/ready at/)
  },
)

statement(
  'D-89: a demo takes no real card, mail or SMS settings beside it',
  { built: ['server/src/platform/config.ts'] },
  () => {
    for (const [name, value] of [
      ['STRIPE_SECRET_KEY', 'sk_live_x'],
      ['SMTP_URL', 'smtp://127.0.0.1:9'],
      ['TWILIO_ACCOUNT_SID', 'AC1'],
    ] as const) {
      const { status, text } = refusal({ PARKIT_SANDBOX: '1', [name]: value })
      expect([status, /ready at/.test(text)]).toEqual([1, false])
    }
  },
)
