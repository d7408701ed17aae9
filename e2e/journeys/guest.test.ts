// A guest on a desktop: finds, filters and opens a place, and signs in only to pay.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { registerDriver } from '../api.ts'
import { desktop, openBrowser, openContext } from '../browser.ts'
import { firstZone } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a guest finds a place, signs in to pay and returns to it', async () => {
  const address = inject('address')
  const driver = await registerDriver(address, 50)
  const { page, faults } = await openContext(browser, address, { size: desktop, theme: 'dark' })

  await page.goto('/dashboard')
  await page.waitForURL('**/parkit3*')
  await page.getByRole('button', { name: account.guest }).click()
  await page.goto('/findparking')
  const list = page.getByRole('list', { name: places.places })
  await list.getByRole('listitem').first().waitFor()

  await page.getByLabel(places.search).fill('Wells')
  await page.getByRole('heading', { name: /near .*Wells/ }).waitFor()
  // closes the suggestions
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: places.features.covered, exact: true }).click()
  await page.waitForURL(/covered/)
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-guest-find')

  await page.goto(page.url().replace(/\?.*/, '?q=60601'))
  await page.getByRole('heading', { name: /60601/ }).waitFor()
  const zone = await firstZone(page)
  await page.goto(`/parkdetails?zone=${zone}`)
  await page.getByRole('link', { name: places.parkHere }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-guest-place')
  await page.getByRole('link', { name: places.parkHere }).click()

  // quick park first, for those without an account (D-52)
  await page.waitForURL('**/QuickParkRegister?next=*')
  await expectAccessible(page)
  await page.getByRole('link', { name: account.signIn, exact: true }).click()
  await page.waitForURL('**/login?next=*')
  await page.getByLabel(account.login).fill(driver.email)
  await page.getByLabel(account.password, { exact: true }).fill(driver.password)
  await page.getByRole('button', { name: account.signIn, exact: true }).click()
  await page.getByRole('heading', { name: parking.startTitle([...zone].join(' ')) }).waitFor()
  expect(faults).toEqual([])
})
