// A driver searches for where he is going: suggestions from the second letter, by keyboard and by touch, and the whole city on the map.
import { mapView } from '@parkit/contract/city/places'
import { savePlace } from '@parkit/contract/city/saved'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as mapWords } from '../../web/src/city/map/words.en.ts'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as home } from '../../web/src/parking/sessions/base-words.en.ts'
import { registerDriver, require } from '../api.ts'
import { desktop, openBrowser, openContext, phone } from '../browser.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('“Where to?” opens in the search field, which suggests, forgives an error, and names what is outside', async () => {
  const address = inject('address')
  const { page, context, faults } = await openContext(browser, address, { size: phone })
  const driver = await registerDriver(address, 50)
  const { ZoneNumber, Name } = await findLot(address)
  await require(address, savePlace, { body: { ZoneNumber, Kind: 'work' } }, driver)
  await signIn(page, driver)
  await page.getByRole('link', { name: home.whereTo }).click()
  const field = page.getByRole('combobox', { name: places.search })
  const list = page.getByRole('listbox', { name: places.suggestions })
  const option = (name: string | RegExp) => list.getByRole('option', { name })
  await option(places.nearMe).waitFor()
  expect(await field.evaluate(element => element === document.activeElement)).toBe(true)

  await page.keyboard.type('navy peir')
  await option(/^Navy Pier.*Landmark.* mi from downtown$/).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-search')
  await page.keyboard.press('ArrowDown')
  expect(await option(/^Navy Pier/).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /near Navy Pier$/ }).waitFor()
  expect(await list.count()).toBe(0)
  expect(await field.inputValue()).toBe('Navy Pier')

  await field.fill('ohare')
  await option(/^O’Hare.*Outside the map/).click()
  await page.getByText(places.noneOutside('O’Hare International Airport')).waitFor()

  await field.fill('wor')
  await option(new RegExp(`^Work.*Zone ${ZoneNumber}.*${RegExp.escape(Name)}$`)).click()
  await page
    .getByRole('heading', { level: 1, name: Name })
    .or(page.getByRole('listitem').getByText(Name))
    .first()
    .waitFor()

  // what was chosen is offered again
  await field.fill('')
  await option(/^Navy Pier.*Recent/).click()
  await page.getByRole('heading', { name: /near Navy Pier$/ }).waitFor()

  await field.press('ArrowDown')
  await list.waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('Navy Pier')
  expect(faults).toEqual([])
  await context.close()
})

test('every place of the city is on the map at every zoom, and kerbs are painted from close up', async () => {
  const address = inject('address')
  const { page, context, faults } = await openContext(browser, address, { size: desktop })
  // a zoom that is under way takes no further press
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, await registerDriver(address, 50))
  await page.goto('/findparking')
  const map = page.getByRole('region', { name: places.mapName })
  const group = map.getByRole('button', { name: /zoom in to see each one/ })
  const place = map.getByRole('button', { name: /zone \d+/ })
  await group.or(place).first().waitFor()
  for (let levels = 0; levels < 7; levels++) await page.getByRole('button', { name: mapWords.zoomOut }).click()
  const whole = { West: -88.5, South: 41.5, East: -87, North: 42.3, Zoom: 11 }
  const { Groups, Places } = await require(address, mapView, { query: whole })
  const total = Groups.reduce((sum, { Count }) => sum + Count, Places.length)
  expect(total).toBeGreaterThan(2_000)
  const shown = () =>
    map
      .locator('.pin')
      .evaluateAll(pins => pins.reduce((sum, pin) => sum + Number(/^(\d+)[ ,]/.exec(pin.textContent)?.[1] ?? 1), 0))
  await expect.poll(shown).toBe(total)
  await saveScreenshot(page, 'journey-map-city')

  // far from the 40 nearest in the list
  await expect.poll(() => group.count()).toBeGreaterThan(3)
  while ((await place.count()) === 0) {
    const before = await map.locator('.pin').allInnerTexts()
    await group.last().click()
    await expect.poll(() => map.locator('.pin').allInnerTexts()).not.toEqual(before)
    // between two zooms there may be no sign at all
    await group.or(place).first().waitFor()
  }
  const zone = /zone (\d+)/.exec((await place.last().getAttribute('aria-label'))!)![1]!
  await place.last().click()
  await page.locator('.place-card').getByText(zone).first().waitFor()

  await page.goto('/findparking?at=41.88200,-87.62780,150')
  const hasKerbs = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      const colors = ['--go', '--warn', '--stop'].map(name =>
        Number.parseInt(style.getPropertyValue(name).slice(1), 16),
      )
      return [...document.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile-loaded')].some(tile => {
        const copy = new OffscreenCanvas(tile.width, tile.height).getContext('2d')!
        copy.drawImage(tile, 0, 0)
        const { data } = copy.getImageData(0, 0, tile.width, tile.height)
        for (let i = 0; i < data.length; i += 4)
          if (colors.includes((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!)) return true
        return false
      })
    })
  await expect.poll(hasKerbs).toBe(true)
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-map-kerbs')
  expect(faults).toEqual([])
  await context.close()
})
