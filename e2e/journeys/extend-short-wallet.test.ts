// A running session whose wallet is short: money is added in a sheet over it, and the place and the chosen time stay.
import { addMoney } from '@parkit/contract/money/wallet'
import * as contract from '@parkit/contract/parking/sessions'
import { expect, inject, test } from 'vitest'
import { registerDriver, require } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { localeWords } from '../locale-words.ts'
import { findHourly } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signIn } from '../sign-in.ts'

const browser = startBrowser()

const address = inject('address')
const small = { width: 390, height: 664 }

test.each([
  ['en', 'light'],
  ['hi', 'dark'],
] as const)('money added for an extension keeps the place and the time (%s, %s)', async (language, theme) => {
  const { parking, wallet } = localeWords[language]
  const driver = await registerDriver(address, 0)
  const lot = await findHourly(address)
  const first = { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60 }
  // less than the second hour is left
  const dollars = Math.ceil((await require(address, contract.quote, { body: first }, driver)).Total)
  await require(address, addMoney, { body: { Amount: dollars } }, driver)
  const started = await require(address, contract.start, { body: { ...first, PayWith: 'wallet' } }, driver)
  const { page, faults, context } = await browser.open({ size: small, theme, language })
  await page.goto('/parkit3')
  await chooseLanguage(page, language)
  await signIn(page, driver)

  await page.goto(`/dashboard?session=${started.SessionId}`)
  const hour = page.getByRole('button', { name: parking.plusMinutes(60) })
  await hour.click()
  await page.getByRole('button', { name: new RegExp(parking.addToExtend('.*')) }).click()
  const sheet = page.getByRole('dialog', { name: wallet.addMoney })
  await sheet.getByText(lot.Name).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, `extend-add-money-${language}-${theme}`)
  expect(new URL(page.url()).pathname).toBe('/dashboard')

  await sheet.getByRole('button', { name: new RegExp(wallet.add('.+')) }).click()
  await sheet.waitFor({ state: 'detached' })
  expect(await hour.getAttribute('aria-pressed')).toBe('true')
  await saveScreenshot(page, `extend-money-added-${language}-${theme}`)
  await page.getByRole('button', { name: new RegExp(parking.extendTo('.+', '.+')) }).click()
  const minutes = async () => (await require(address, contract.active, {}, driver)).map(({ Minutes }) => Minutes)
  await expect.poll(minutes).toEqual([started.Minutes + 60])
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  expect(faults).toEqual([])
  await context.close()
})
