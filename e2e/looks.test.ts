// Every screen as a driver may see it: phone and desktop, light and dark, English and Hindi; sound in each, with nothing gone wrong.

import * as parking from '@parkit/contract/parking'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Driver, registerDriver, require } from './api.ts'
import { desktop, openBrowser, openContext, phone } from './browser.ts'
import { expectSound, keepPicture } from './page.ts'
import { findLot } from './places.ts'
import { chooseLanguage, signIn } from './sign-in.ts'

const looks = [
  { size: phone, theme: 'light', language: 'en' },
  { size: phone, theme: 'dark', language: 'hi' },
  { size: desktop, theme: 'light', language: 'hi' },
  { size: desktop, theme: 'dark', language: 'en' },
] as const

let browser: Browser
let driver: Driver
let zone: string
let running: string
let ended: string
const address = inject('address')

beforeAll(async () => {
  browser = await openBrowser()
  const lot = await findLot(address)
  zone = lot.ZoneNumber
  driver = await registerDriver(address, 900, 80)
  const start = () =>
    require(address, parking.start, {
      body: { ZoneNumber: zone, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' },
    }, { token: driver.token })
  ended = (await start()).SessionId
  await require(address, parking.stop, { body: { SessionId: ended } }, { token: driver.token })
  running = (await start()).SessionId
})
afterAll(() => browser.close())

describe.each(looks)('$size.width px, $theme, $language', look => {
  const name = `${look.size.width}-${look.theme}-${look.language}`

  test('open to anyone', async () => {
    const { page, faults, context } = await openContext(browser, address, look)
    await page.goto('/parkit3')
    await chooseLanguage(page, look.language)
    for (const path of ['/parkit3', '/login', '/register', '/terms', '/privacy']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await expectSound(page)
      await keepPicture(page, `${name}${path.replaceAll('/', '-')}`)
    }
    expect(faults).toEqual([])
    await context.close()
  })

  test('a driver’s own', async () => {
    const { page, faults, context } = await openContext(browser, address, look)
    await page.goto('/parkit3')
    await chooseLanguage(page, look.language)
    await signIn(page, driver, look.language)
    for (const path of [
      '/homepage',
      '/findparking',
      '/findParkingMap',
      `/parkdetails?zone=${zone}`,
      `/SelectVehicle?zone=${zone}`,
      `/dashboard?session=${running}`,
      `/ClosingReceipt?session=${ended}`,
      `/confirmlocation?session=${ended}`,
      '/account',
      '/addmoney',
      '/stripepage',
      '/profile',
      '/forgot',
      '/feedback',
      `/feedback?session=${ended}`,
      '/myvehicles',
      '/addvehicles',
    ]) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
      await expectSound(page)
      await keepPicture(page, `${name}${path.split('?')[0]!.replaceAll('/', '-')}`)
    }
    expect(faults).toEqual([])
    await context.close()
  })
})
