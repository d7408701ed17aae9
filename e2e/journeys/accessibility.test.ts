// The accessibility page, its settings on the device, the driver's own reminders, and help for who has no account.
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { en as map } from '../../web/src/city/map/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { en as notices } from '../../web/src/messaging/notices/words.en.ts'
import { en as cards } from '../../web/src/money/cards/words.en.ts'
import { en as base } from '../../web/src/parking/sessions/base-words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { en } from '../../web/src/support/accessibility/words.en.ts'
import { en as contact } from '../../web/src/support/contact/words.en.ts'
import { en as ui } from '../../web/src/ui/words.en.ts'
import { registerDriver } from '../api.ts'
import { prepareScreens } from '../file-setup.ts'
import { findFlaws } from '../layout.ts'
import { findLot } from '../places.ts'
import { arrive, expectAccessible, saveScreenshot, visit } from '../screen-checks.ts'
import { becomeGuest, signIn } from '../sign-in.ts'

const screens = prepareScreens()
const phone = '(312) 555-0150'

const turn = (page: Page, setting: keyof typeof en.assists) =>
  page.getByRole('switch', { name: en.assists[setting].label }).click()

test('a guest finds the city’s phone number, 711 relay, and email address', async () => {
  const { page, faults, context } = await screens.open()
  await becomeGuest(page)
  await visit(page, '/supportpage')
  const link = (name: string) => page.getByRole('link', { name })
  await link(contact.call(phone)).waitFor()
  expect(await link(contact.call(phone)).getAttribute('href')).toBe('tel:+13125550150')
  expect(await link(contact.relay).getAttribute('href')).toBe('tel:711')
  expect(await page.locator('a[href^="mailto:"]').getAttribute('href')).toMatch(/^mailto:.+@.+/)
  await expectAccessible(page)
  await saveScreenshot(page, 'accessibility-guest')
  expect(faults).toEqual([])
  await context.close()
})

test('a phone’s map moves and zooms by buttons, and an error of the card form is at its field', async () => {
  const { page, faults, context } = await screens.open()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, screens.driver)
  await visit(page, '/findparking')
  const toggle = page.getByRole('button', { name: map.moveMap })
  await toggle.click()
  const pad = page.getByRole('group', { name: map.moveMap })
  const pane = page.locator('.leaflet-map-pane')
  for (const name of [map.left, map.right, map.up, map.down]) {
    const before = await pane.getAttribute('style')
    await pad.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => pane.getAttribute('style')).not.toBe(before)
  }
  await expectAccessible(page)
  await saveScreenshot(page, 'accessibility-map')

  await visit(page, '/stripepage')
  const number = page.getByPlaceholder(cards.numberPlaceholder)
  await number.waitFor()
  expect(await number.getAttribute('aria-invalid')).toBeNull()
  await page.getByRole('button', { name: cards.authorize('1') }).click()
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true')
  const described = await number.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe(cards.numberIncomplete)
  await expectAccessible(page)
  expect(faults).toEqual([])
  await context.close()
})

test('the accessibility page changes what the device shows, and says what holds', async () => {
  const { page, faults, context } = await screens.open()
  await signIn(page, screens.driver)
  await visit(page, '/dashboard')
  await page.locator('main').getByRole('link', { name: parking.support, exact: true }).click()
  await page.waitForURL('**/supportpage')
  await visit(page, '/profile')
  await page.getByRole('link', { name: account.accessibility }).click()
  await page.getByRole('heading', { name: en.knownTitle }).waitFor()
  await page.getByRole('link', { name: contact.call(phone) }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'accessibility-page')

  await turn(page, 'plain')
  await visit(page, '/notifications')
  const first = page.getByLabel(notices.firstReminder)
  expect(await first.locator('option:checked').textContent()).toBe(notices.before('15 minutes'))
  // the driver's own minutes
  await first.selectOption('20')
  await page.getByRole('rowheader', { name: notices.left(20) }).waitFor()
  await page.reload()
  await page.getByRole('rowheader', { name: notices.left(20) }).waitFor()
  expect(await first.inputValue()).toBe('20')
  await expectAccessible(page)
  await saveScreenshot(page, 'accessibility-reminders')
  expect(faults).toEqual([])
  await context.close()
})

test('large buttons make every target 60 pixels high, in one column', async () => {
  const { page, faults, context } = await screens.open()
  await signIn(page, screens.driver)
  await visit(page, '/accessibility')
  await turn(page, 'motor')
  // and on the next visit
  await page.reload()
  for (const path of ['/homepage', '/dashboard', '/account', '/notifications']) {
    await visit(page, path)
    const low = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main :is(button, .btn, .row--tap)')]
        .filter(target => target.checkVisibility() && target.getBoundingClientRect().height < 59.5)
        .map(target => target.outerHTML.slice(0, 120)),
    )
    expect.soft(low, path).toEqual([])
    expect.soft(await findFlaws(page), path).toEqual([])
    await expectAccessible(page)
    await saveScreenshot(page, `accessibility-large${path.replaceAll('/', '-')}`)
  }
  expect(faults).toEqual([])
  await context.close()
})

test('on the start sheet plain language writes times out, and nothing has to be dragged', async () => {
  const address = inject('address')
  const driver = await registerDriver(address, 80)
  const { ZoneNumber } = await findLot(address)
  const { page, faults, context } = await screens.open()
  await signIn(page, driver)
  const sheet = page.getByRole('dialog')
  const open = async () => {
    await visit(page, `/SelectVehicle?zone=${ZoneNumber}&minutes=60`)
    await page.getByRole('button', { name: /^Start parking, \$/ }).waitFor()
  }
  await visit(page, '/accessibility')
  await turn(page, 'plain')
  await visit(page, '/homepage')
  await page.getByRole('heading', { name: base.recentPlaces }).waitFor({ state: 'hidden' })
  await open()
  const price = await sheet.locator('.start__price').first().textContent()
  expect(price).toMatch(/1 hour at/)
  // what is shown, not only what is read aloud
  expect(price).not.toMatch(/1 hr/)
  expect(await sheet.getByRole('slider').count()).toBe(0)
  await sheet.getByRole('button', { name: ui.more(15) }).click()
  await expect.poll(() => sheet.locator('.start__price').first().textContent()).toMatch(/1 hour 15 minutes/)
  expect.soft(await findFlaws(page)).toEqual([])
  await expectAccessible(page)
  await saveScreenshot(page, 'accessibility-plain-sheet')

  await arrive(page, '/accessibility')
  await turn(page, 'plain')
  await turn(page, 'motor')
  await open()
  expect(await sheet.locator('.picker').evaluate(strip => getComputedStyle(strip).pointerEvents)).toBe('none')
  const low = await sheet.evaluate(root =>
    [...root.querySelectorAll<HTMLElement>('button, .btn, .until, .pays label')]
      .filter(target => target.checkVisibility() && target.getBoundingClientRect().height < 59.5)
      .map(target => target.outerHTML.slice(0, 120)),
  )
  expect.soft(low).toEqual([])
  const lefts = await sheet
    .locator('.pays label')
    .evaluateAll(ways => ways.map(way => way.getBoundingClientRect().left))
  expect(new Set(lefts).size, 'one column').toBe(1)
  expect.soft(await findFlaws(page)).toEqual([])
  await saveScreenshot(page, 'accessibility-motor-sheet')
  expect(faults).toEqual([])
  await context.close()
})

test('a receipt is downloaded in large print where the device asks for it', async () => {
  const { page, faults, context } = await screens.open()
  await signIn(page, screens.driver)
  const receipt = screens.paths.driver.find(path => path.startsWith('/confirmlocation'))!
  const download = async () => {
    await visit(page, receipt)
    const asked = page.waitForRequest(request => /\/Receipt|pdf/i.test(new URL(request.url()).pathname))
    await page.getByRole('button', { name: parking.download }).click()
    return new URL((await asked).url()).searchParams.get('Print')
  }
  expect(await download()).toBeNull()
  await visit(page, '/accessibility')
  await turn(page, 'large')
  expect(await download()).toBe('large')
  expect(faults).toEqual([])
  await context.close()
})

test('with less data the map draws no tiles until it is asked to', async () => {
  const { page, faults, context } = await screens.open()
  await signIn(page, screens.driver)
  await visit(page, '/accessibility')
  await turn(page, 'less')
  await visit(page, '/findParkingMap')
  const ask = page.getByRole('button', { name: map.showMap })
  await ask.waitFor()
  const tiles = page.locator('.leaflet-tile-pane *')
  expect(await tiles.count()).toBe(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'accessibility-less')
  await ask.click()
  await expect.poll(() => tiles.count()).toBeGreaterThan(0)
  expect(await ask.count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})
