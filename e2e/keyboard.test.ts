// Keyboard use: Tab reaches every control with a visible focus, and a dialog traps the focus and returns it.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as placesWords } from '../web/src/city/places/words.en.ts'
import { en as profileData } from '../web/src/driver/account/data/words.en.ts'
import { en as accountWords } from '../web/src/driver/account/words.en.ts'
import { en as optionWords } from '../web/src/driver/options/words.en.ts'
import { en as parkingWords } from '../web/src/parking/sessions/words.en.ts'
import { en as deskWords } from '../web/src/staff/desk/words.en.ts'
import { en as ui } from '../web/src/ui/words.en.ts'
import { type Driver, registerDriver } from './api.ts'
import { desktop, openBrowser, openContext } from './browser.ts'
import { type Paths, prepare } from './paths.ts'
import { findLot } from './places.ts'
import { arrive, visit } from './screen-checks.ts'
import { signIn } from './sign-in.ts'
import { newStaff, openDesk } from './staff.ts'
import { expectTabReaches, numberControls } from './tab-order.ts'

let browser: Browser
let driver: Driver
let paths: Paths
let running: string
const address = inject('address')

beforeAll(async () => {
  browser = await openBrowser()
  ;({ driver, paths, running } = await prepare(address))
})
afterAll(() => browser.close())

test('Tab reaches every control of every screen in order with a visible focus', {
  timeout: 600_000,
}, async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const expectReachable = async (path: string) => {
    await visit(page, path)
    await expectTabReaches(page, path)
  }
  for (const path of paths.nobody) await expectReachable(path)
  await signIn(page, driver)
  for (const path of paths.driver) await expectReachable(path)
  await openDesk(page, await newStaff('Kay'))
  for (const path of paths.staff) await expectReachable(path)
  await context.close()
})

test('on the desk Tab starts at the first tab, whichever is selected', async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await openDesk(page, await newStaff('Kim'))
  await arrive(page, '/desk?view=log')
  const parts = page.getByRole('navigation', { name: deskWords.places }).getByRole('link')
  expect(await parts.last().getAttribute('aria-current')).toBe('page')
  await page.keyboard.press('Tab')
  expect(await parts.first().evaluate(part => part === document.activeElement)).toBe(true)
  await context.close()
})

test('a dialog takes the focus, traps it and returns it to the control that opened it', async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, driver)
  const dialogs: [path: string, opener: string][] = [
    ['/profile', optionWords.changeAmount('$15.00')],
    ['/profile', profileData.delete],
    ['/profile', accountWords.logout],
    [`/dashboard?session=${running}`, parkingWords.stopParking],
  ]
  for (const [path, name] of dialogs) {
    await arrive(page, path)
    const opener = page.getByRole('button', { name, exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await dialog.waitFor()
    const holds = () => dialog.evaluate(element => element.contains(document.activeElement))
    await expect.poll(holds, { message: name }).toBe(true)
    const count = await numberControls(page)
    for (let i = 0; i < count + 2; i++) {
      await page.keyboard.press('Tab')
      // past its last control a guard outside takes the focus and gives it back with the next frame
      await expect.poll(holds, { message: `${name}, Tab ${i + 1}` }).toBe(true)
    }
    await page.keyboard.press('Shift+Tab')
    await expect.poll(holds, { message: name }).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => opener.evaluate(element => element === document.activeElement), { message: name })
      .toBe(true)
  }
  await context.close()
})

test('arrow keys pan the map; Tab moves between signs without panning', async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await signIn(page, driver)
  await arrive(page, '/findparking')
  const map = page.getByRole('region', { name: placesWords.mapName })
  const signs = map.getByRole('button', { name: /zone \d+|zoom in to see each one/ })
  const again = page.getByRole('button', { name: placesWords.searchArea })
  await signs.first().waitFor()
  await map.focus()
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Tab')
    expect(await signs.evaluateAll(all => all.includes(document.activeElement as HTMLElement))).toBe(true)
  }
  expect(await again.count()).toBe(0)
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await again.waitFor()
  await context.close()
})

test('a place card takes the focus and returns it to the row or sign that opened it', async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, driver)
  await arrive(page, '/findparking')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const card = page.locator('.place-card')
  const row = page.getByRole('list', { name: placesWords.places }).getByRole('button').nth(2)
  await row.focus()
  await page.keyboard.press('Enter')
  await card.waitFor()
  const name = await card.getAttribute('aria-label')
  await expect.poll(focused).toBe(name)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(ui.close)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/parkdetails?*')

  await arrive(page, '/findparking')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe(name)
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  expect(await row.evaluate(element => element === document.activeElement)).toBe(true)

  const sign = page.getByRole('button', { pressed: false, name: /, zone \d+, / }).first()
  const said = await sign.getAttribute('aria-label')
  await sign.focus()
  await page.keyboard.press('Enter')
  await card.waitFor()
  await expect.poll(focused).toBe(await card.getAttribute('aria-label'))
  await card.getByRole('button', { name: ui.close }).press('Enter')
  await card.waitFor({ state: 'detached' })
  await expect.poll(focused).toBe(said)
  await context.close()
})

test('a control that its own press makes unavailable keeps the focus', async () => {
  const { page, context, faults } = await openContext(browser, address, { size: desktop })
  const parked = await registerDriver(address, 80)
  const { ZoneNumber } = await findLot(address)
  await signIn(page, parked)
  await arrive(page, '/homepage')
  await visit(page, `/parkdetails?zone=${ZoneNumber}`)
  await page.getByRole('link', { name: placesWords.parkHere }).press('Enter')
  const less = page.getByRole('button', { name: ui.less(15) })
  await page.getByRole('button', { name: /^Start parking, \$/ }).waitFor()
  await less.focus()
  while (await less.isEnabled()) await less.press('Enter')
  await expect.poll(() => less.evaluate(button => button === document.activeElement)).toBe(true)
  // the sheet goes, and with it what had the focus
  await page.keyboard.press('Escape')
  await page.waitForURL('**/parkdetails?*')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(faults).toEqual([])
  await context.close()
})
