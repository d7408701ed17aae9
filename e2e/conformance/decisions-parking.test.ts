// Decisions on the parking screens: D-12, D-40 to D-48, and D-115.

import * as places from '@parkit/contract/city/places'
import * as account from '@parkit/contract/driver/account'
import * as vehicles from '@parkit/contract/driver/vehicles'
import * as parking from '@parkit/contract/parking/sessions'
import { beforeAll, expect } from 'vitest'
import { en as finding } from '../../web/src/city/places/words.en.ts'
import { en as quick } from '../../web/src/driver/account/quick/words.en.ts'
import { en as entering } from '../../web/src/driver/account/words.en.ts'
import { en as options } from '../../web/src/driver/options/words.en.ts'
import { en as past } from '../../web/src/parking/past/words.en.ts'
import { en as words } from '../../web/src/parking/sessions/words.en.ts'
import { en as support } from '../../web/src/support/overview/words.en.ts'
import { call, require } from '../api.ts'
import { findLot } from '../places.ts'
import { expectAt, go } from './navigation.ts'
import { isRecording, statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, driver, guest } = openVisitors()

let zone: string
let running: parking.Started
let ended: parking.Started
if (!isRecording())
  beforeAll(async () => {
    const { token, driver: who } = await driver()
    zone = (await findLot(address)).ZoneNumber
    const body = { ZoneNumber: zone, VehicleId: who.vehicleId, Minutes: 60, PayWith: 'wallet' }
    ended = await require(address, parking.start, { body }, { token })
    await require(address, parking.stop, { body: { SessionId: ended.SessionId } }, { token })
    running = await require(address, parking.start, { body }, { token })
  })

const open = async (path: string) => {
  const visitor = await driver()
  await go(visitor.page, path)
  return visitor
}

for (const [name, field] of [
  [options.autoStart, 'AutoStart'],
  [options.autoExtend, 'AutoExtend'],
  [options.maxPayment, 'MaxPaymentOn'],
] as const)
  statement(
    `D-12: ${name} is a setting of its own, saved on the server`,
    {
      built: ['web/src/driver/options/OptionsCard.tsx', 'server/src/driver/options/options.ts'],
    },
    async () => {
      const { page, token } = await open('/profile')
      const kept = () => require(address, account.profile, {}, { token })
      const before = await kept()
      await page.getByRole('switch', { name }).click()
      await expect.poll(async () => (await kept())[field]).toBe(!before[field])
      expect({ ...(await kept()), [field]: before[field] }).toEqual(before)
      await page.getByRole('switch', { name }).click()
      await expect.poll(async () => (await kept())[field]).toBe(before[field])
    },
  )

statement(
  'D-12: a gate’s report is taken only with an operator’s own credential',
  {
    built: ['server/src/city/operators/operators.ts', 'server/src/parking/automatic/plates.ts'],
  },
  async () => {
    const { token } = await driver()
    for (const authorization of ['', `Bearer ${token}`]) {
      const response = await fetch(`${address}/api/Operator/PlateSeen`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      })
      expect(response.status).toBe(404)
    }
  },
)

statement(
  'D-19: a vehicle with a running session cannot be deleted',
  {
    built: ['server/src/driver/vehicles/vehicles.ts'],
  },
  async () => {
    const { token, driver: who } = await driver()
    const reply = await call(address, vehicles.deleteVehicle, { params: { id: who.vehicleId } }, { token })
    expect([reply.status, !reply.ok && reply.body.Code]).toEqual([409, 'vehicle_parked'])
  },
)

statement(
  'D-40: /homepage: greeting, running session with time left, zone entry, near me, balance',
  {
    built: ['web/src/parking/home/HomeScreen.tsx', 'web/src/parking/home/HomeTiles.tsx'],
  },
  async () => {
    const { page, token } = await open('/homepage')
    await page.getByText(/^Good (morning|afternoon|evening)/).waitFor()
    await page
      .getByRole('link', { name: words.extend })
      .or(page.getByRole('button', { name: words.extend }))
      .first()
      .waitFor()
    await page.getByLabel(words.zoneNumber).first().waitFor()
    const { Balance } = await require(address, account.details, {}, { token })
    await page
      .getByText(`$${Balance.toFixed(2)}`)
      .first()
      .waitFor()
  },
)

statement(
  'D-41: /findparking: places with price, availability and distance; works for guests',
  {
    built: ['web/src/city/places/FindScreen.tsx', 'web/src/city/places/FoundList.tsx'],
  },
  async () => {
    const { page } = await guest()
    await page.goto('/findparking')
    const first = page.getByRole('list', { name: finding.places }).getByRole('listitem').first()
    await first.waitFor()
    expect(await first.textContent()).toMatch(/\$\d|Free/)
  },
)

for (const [by, query] of [
  ['zone number', () => zone],
  ['ZIP', () => '60602'],
  ['place', () => running.Name],
] as const)
  statement(`D-41: search by ${by}`, { built: ['server/src/city/places/places.ts'] }, async () => {
    const { Items } = await require(address, places.find, { query: { Query: query() } })
    expect(Items.length).toBeGreaterThan(0)
    if (by === 'zone number') expect(Items[0]!.ZoneNumber).toBe(zone)
  })

statement('D-41: list and map', { built: ['web/src/city/map/CityMap.tsx'] }, async () => {
  const { page } = await open('/findParkingMap')
  // streets in their colors, and not the ground alone
  await page.waitForFunction(() => {
    const tile = document.querySelector<HTMLCanvasElement>('canvas.leaflet-tile-loaded')
    if (!tile) return false
    const copy = new OffscreenCanvas(256, 256).getContext('2d')!
    copy.drawImage(tile, 0, 0)
    return new Set(new Uint32Array(copy.getImageData(0, 0, 256, 256).data.buffer)).size > 20
  })
})

statement(
  'D-42: /parkdetails?zone=: rates, hours, maximum stay, availability now and forecast, "Park here"',
  {
    built: [
      'web/src/city/places/ZoneScreen.tsx',
      'web/src/city/places/RateTable.tsx',
      'web/src/city/places/ForecastBars.tsx',
    ],
  },
  async () => {
    const { page } = await open(`/parkdetails?zone=${zone}`)
    await page.getByText(zone).first().waitFor()
    await page.getByText(finding.hours, { exact: true }).first().waitFor()
    await page.getByText(finding.howFull).first().waitFor()
    await page
      .getByRole('link', { name: finding.parkHere })
      .or(page.getByRole('button', { name: finding.parkHere }))
      .first()
      .waitFor()
  },
)

statement(
  'D-43: /SelectVehicle: which vehicle to park, with add',
  {
    built: ['web/src/parking/sessions/SelectVehicleScreen.tsx'],
  },
  async () => {
    const { page, driver: who } = await open('/SelectVehicle')
    await page
      .getByText(`E2E${/\d+/.exec(who.email)}`)
      .first()
      .waitFor()
    await page.locator('main').getByRole('link', { name: /Add/ }).first().waitFor()
  },
)

statement(
  'D-44: /dashboard: countdown, extend, stop, auto-extend state',
  {
    built: ['web/src/parking/sessions/DashboardScreen.tsx'],
  },
  async () => {
    const { page } = await open(`/dashboard?session=${running.SessionId}`)
    await page.getByText(words.timeLeft).first().waitFor()
    await page.getByRole('button', { name: /^Extend to / }).waitFor()
    await page.getByRole('button', { name: words.stopParking }).waitFor()
    await page.getByRole('switch').first().waitFor()
  },
)

statement(
  'D-45: /ClosingReceipt?session=: totals, the way to the receipt, feedback',
  {
    built: ['web/src/parking/sessions/ClosingScreen.tsx'],
  },
  async () => {
    const { page } = await open(`/ClosingReceipt?session=${ended.SessionId}`)
    await page.getByText(words.stoppedTitle).waitFor()
    await page.getByRole('link', { name: words.seeReceipt }).waitFor()
    await page.getByRole('link', { name: words.giveFeedback }).waitFor()
  },
)

statement(
  'D-46: a receipt is shared, printed and kept as PDF',
  { built: ['web/src/parking/sessions/ReceiptScreen.tsx'] },
  async () => {
    const { page, token } = await open(`/confirmlocation?session=${ended.SessionId}`)
    for (const name of [words.share, words.print, words.download]) await page.getByRole('button', { name }).waitFor()
    const pdf = await fetch(`${address}/api/Parking/Session/${ended.SessionId}/Receipt.pdf`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-')
  },
)

statement(
  'Rules: a session’s id is shown in groups of five, and copied as it is',
  { built: ['web/src/parking/sessions/SessionIdText.tsx'] },
  async () => {
    const { page } = await open(`/confirmlocation?session=${ended.SessionId}`)
    const shown = page.locator('.session-id', { hasText: ended.SessionId }).last()
    await shown.waitFor()
    const [group] = await shown.locator('span').all()
    expect(await group!.textContent()).toBe(ended.SessionId.slice(-5))
    expect(await group!.evaluate(span => Number.parseFloat(getComputedStyle(span).marginInlineStart))).toBeGreaterThan(
      3,
    )
  },
)

statement(
  'D-47: /ParkingSessionDetail?session=: time line, receipt, park here again',
  {
    built: ['web/src/parking/past/SessionDetailScreen.tsx', 'web/src/parking/past/TimeLine.tsx'],
  },
  async () => {
    const { page } = await open(`/ParkingSessionDetail?session=${ended.SessionId}`)
    await page.getByText(past.timeLine).waitFor()
    await page
      .getByText(/^Started for /)
      .first()
      .waitFor()
    await page
      .getByText(/^Stopped after /)
      .first()
      .waitFor()
    await page.getByRole('link', { name: past.receipt }).first().waitFor()
    await page.getByRole('link', { name: past.parkHereAgain }).waitFor()
  },
)

statement(
  'D-115: a problem with a past session starts a conversation that carries it',
  {
    built: ['web/src/support/chat/Problem.tsx', 'server/src/support/chat/chat.ts'],
  },
  async () => {
    const { page } = await open(`/ParkingSessionDetail?session=${ended.SessionId}`)
    await page.getByRole('link', { name: words.reportProblem }).click()
    const [reason] = support.problems
    await page.getByRole('region', { name: support.problem }).getByRole('button', { name: reason! }).click()
    await page.getByRole('button', { name: support.sendMessage }).click()
    const carried = page.getByRole('log').getByRole('listitem').filter({ hasText: reason! })
    await carried.getByRole('link', { name: ended.Name }).waitFor()
  },
)

statement(
  'D-48: /QuickParkRegister: phone, plate and state, no password',
  {
    built: ['web/src/driver/account/quick/QuickParkScreen.tsx'],
  },
  async () => {
    const { page } = await guest()
    await page.goto('/QuickParkRegister')
    await page.getByLabel(entering.phone).waitFor()
    await page.getByLabel(quick.plate).waitFor()
    expect(await page.locator('input[type=password]').count()).toBe(0)
  },
)

statement(
  'D-48: the phone is verified by code; the account is completed later',
  {
    built: ['server/src/driver/account/registration.ts'],
  },
  async () => {
    const PhoneNumber = '3125564999'
    const challenge = await require(address, account.quickRegister, {
      body: { PhoneNumber, PlateNumber: 'QUICK 48', PlateState: 'Illinois' },
    })
    const { access_token: token, user_data } = await require(address, account.token, {
      body: { grant_type: 'otp', challenge_id: challenge.ChallengeId, code: challenge.SandboxCode! },
    })
    expect([user_data.UserName, user_data.EmailAddress]).toEqual(['+13125564999', ''])
    const person = {
      FirstName: 'Ana',
      LastName: 'Diaz',
      EmailAddress: 'Quick48@example.com',
      Password: 'seven green bays',
    }
    const completed = await require(address, account.complete, { body: person }, { token })
    expect([completed.UserName, completed.EmailAddress]).toEqual(['+13125564999', 'quick48@example.com'])
  },
)

statement(
  'D-76: a session’s times show in its place’s time zone',
  {
    built: ['web/src/platform/text.ts'],
  },
  async () => {
    const { page } = await open(`/confirmlocation?session=${running.SessionId}`)
    const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: running.TimeZone })
    await page
      .getByText(clock.format(Date.parse(running.EndsAt)), { exact: false })
      .first()
      .waitFor()
  },
)

statement(
  'D-80: the bar shows an item when its screen exists',
  { built: ['web/src/app/frame/ParkItFrame.tsx'] },
  async () => {
    const { page } = await open('/homepage')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'Support' }).click()
    await expectAt(page, '/supportpage')
    await page.locator('main h1').waitFor()
  },
)
