// A driver searches for where he is going: suggestions from the second letter, by keyboard and by touch.
import { savePlace } from '@parkit/contract/city/saved'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as home } from '../../web/src/parking/sessions/base-words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext, phone } from '../browser.ts'
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
  await option(/^Navy Pier.*Landmark.* mi from the Loop$/).waitFor()
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
