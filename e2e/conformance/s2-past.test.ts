// §2 of the specification: Confirm Location (the receipt), Past Parking Sessions and the bottom navigation.
import * as parking from '@parkit/contract/parking/sessions'
import { beforeAll, expect } from 'vitest'
import { en as past } from '../../web/src/parking/past/words.en.ts'
import { require } from '../api.ts'
import { findLot } from '../places.ts'
import { expectAt, expectHeading, follow, go, press } from './navigation.ts'
import { isRecording, statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, driver, guest } = openVisitors()

const receipt = ['web/src/parking/sessions/ReceiptScreen.tsx', 'web/src/parking/sessions/ReceiptTicket.tsx']
const list = ['web/src/parking/past/PastScreen.tsx', 'web/src/parking/past/PastList.tsx']
const sorting = ['web/src/parking/past/SortSheet.tsx']
const filters = ['web/src/parking/past/FilterSheet.tsx']
const bar = ['web/src/app/frame/ParkItFrame.tsx', 'web/src/app/frame/BottomBar.tsx']

let session: string
if (!isRecording())
  beforeAll(async () => {
    const { token, driver: who } = await driver()
    const { ZoneNumber } = await findLot(address)
    const body = { ZoneNumber, VehicleId: who.vehicleId, Minutes: 45, PayWith: 'wallet' }
    session = (await require(address, parking.start, { body }, { token })).SessionId
  })

const openReceipt = async () => {
  const visitor = await driver()
  await go(visitor.page, '/homepage')
  await go(visitor.page, `/confirmlocation?session=${session}`)
  await visitor.page.getByText('Session ID').waitFor()
  return visitor
}
const openPast = async (path = '/pastpark') => {
  const visitor = await driver()
  await go(visitor.page, '/homepage')
  await go(visitor.page, path)
  await visitor.page.getByRole('button', { name: /^Sort By/ }).waitFor()
  return visitor
}

statement('§2 Confirm Location: an OK button to /homepage', { built: receipt }, async () => {
  const { page } = await openReceipt()
  await follow(page, 'OK')
  await expectAt(page, '/homepage')
})

statement(
  '§2 Confirm Location: session id, address, date, duration in minutes, amount paid, paid via, payment status',
  { built: receipt },
  async () => {
    const { page, token } = await openReceipt()
    const detail = await require(address, parking.session, { params: { id: session } }, { token })
    for (const label of ['Session ID', 'Date', 'Duration', 'Amount Paid', 'Paid Via', 'Payment Status'])
      await page.getByText(label, { exact: true }).waitFor()
    const shown = (await page.locator('main').textContent())!
    expect(shown).toContain(session)
    expect(shown).toContain(detail.Address.split(',')[0])
    expect(shown).toContain('45 min')
    expect(shown).toContain(`$${detail.AmountPaid.toFixed(2)}`)
    expect(shown).toContain('Paid')
  },
)

statement(
  '§2 Confirm Location: a Vehicle Information card: make, model, plate, state, auto session, auto extend',
  { built: receipt },
  async () => {
    const { page } = await openReceipt()
    await expectHeading(page, 'Vehicle Information')
    const shown = (await page.locator('main').textContent())!
    expect(shown.toUpperCase()).toContain('HONDA CIVIC')
    expect(shown).toContain('E2E')
    expect(
      await page
        .locator('main')
        .getByRole('img', { name: /Illinois.*E2E\d+/ })
        .count(),
    ).toBeGreaterThan(0)
    expect(shown).toMatch(/Auto Session Used\s*No/)
    expect(shown).toMatch(/Auto Extend Used\s*No/)
  },
)

statement('D-46: without a parameter, the latest session', { built: receipt }, async () => {
  const { page } = await driver()
  await go(page, '/homepage')
  await go(page, '/confirmlocation')
  await page.getByText(session).waitFor()
})

statement(
  "§2 Past Parking Sessions: 'Sort By' opens Newest, Oldest, Less Distance, More Distance",
  {
    built: sorting,
  },
  async () => {
    const { page } = await openPast()
    await page.getByRole('button', { name: /^Sort By/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Sort By' })
    for (const name of ['Newest', 'Oldest', 'Less Distance', 'More Distance'])
      await sheet.getByRole('radio', { name, exact: true }).waitFor()
    await sheet.getByRole('button', { name: 'Reset Filter', exact: true }).waitFor()
    await sheet.getByRole('button', { name: 'Apply', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  },
)

statement('D-49: Apply sorts, Reset Filter goes back to newest', { built: sorting }, async () => {
  const { page } = await openPast()
  await page.getByRole('button', { name: /^Sort By/ }).click()
  await page.getByRole('radio', { name: 'Oldest', exact: true }).check({ force: true })
  await press(page, 'Apply')
  await page.waitForURL(/sort=oldest/)
  await page.getByRole('button', { name: /^Sort By/ }).click()
  await press(page, 'Reset Filter')
  await expectAt(page, '/pastpark')
})

statement(
  '§2 Past Parking Sessions: a Filters button: dates, vehicle, place, status',
  {
    built: filters,
  },
  async () => {
    const { page } = await openPast()
    await page.getByRole('button', { name: /^Filters/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    for (const label of [past.from, past.to, past.vehicle, past.place, past.status])
      await sheet.getByLabel(label, { exact: true }).first().waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  },
)

statement('§2 Past Parking Sessions: a toggle between the list and the map view', { built: list }, async () => {
  const { page } = await openPast()
  await page.getByRole('link', { name: past.map }).click()
  await expectAt(page, '/mappage')
  await page.getByRole('link', { name: past.list }).click()
  await expectAt(page, '/pastpark')
})

statement(
  '§2 Past Parking Sessions: the map marks the sessions’ real places',
  {
    built: ['web/src/parking/past/PastMap.tsx'],
  },
  async () => {
    const { page, token } = await openPast('/mappage')
    const detail = await require(address, parking.session, { params: { id: session } }, { token })
    await page.getByRole('button', { name: new RegExp(`zone ${detail.ZoneNumber}, 1 visit`) }).waitFor()
  },
)

statement('D-49: the list shows the driver’s real sessions', { built: list }, async () => {
  const { page, token } = await openPast()
  const detail = await require(address, parking.session, { params: { id: session } }, { token })
  await page.locator('main').getByText(detail.Name).first().waitFor()
})

statement(
  '§2 Bottom navigation: Home, Past Parkings, Find Parking, Support, Account',
  {
    built: bar,
  },
  async () => {
    const { page } = await driver()
    await go(page, '/homepage')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await links.first().waitFor()
    const paths = await links.evaluateAll(all => all.map(link => [link.textContent, link.getAttribute('href')]))
    expect(paths).toEqual([
      ['Home', '/homepage'],
      ['Past Parkings', '/pastpark'],
      ['Find Parking', '/findparking'],
      ['Support', '/supportpage'],
      ['Account', '/account'],
    ])
  },
)

statement('§4 Guest: Past Parkings stays where it is and says why', { built: bar }, async () => {
  const { page } = await guest()
  await go(page, '/homepage')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Past Parkings' }).click()
  await page.getByText('Sign in to see your past sessions.').waitFor()
  await expectAt(page, '/homepage')
})
