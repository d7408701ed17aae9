// Default Parking Options in a browser: each is saved on the server and applies to the active session.
import * as account from '@parkit/contract/driver/account'
import * as parking from '@parkit/contract/parking/sessions'
import { expect, inject, test } from 'vitest'
import { en as options } from '../../web/src/driver/options/words.en.ts'
import { en as arrival } from '../../web/src/parking/arrival/words.en.ts'
import { en as extending } from '../../web/src/parking/automatic/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

const browser = startBrowser()

const address = inject('address')
const patient = { timeout: 10_000 }

test('three toggles and an amount are saved; a session follows them and can override them', async () => {
  const driver = await registerDriver(address, 80)
  const { ZoneNumber } = await findLot(address)
  const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' }
  const { SessionId } = await require(address, parking.start, { body }, { token: driver.token })
  const kept = () => require(address, account.profile, {}, { token: driver.token })
  const { page, faults, context } = await browser.open()
  await signIn(page, driver)

  await page.goto('/profile')
  const option = (name: string) => page.getByRole('switch', { name })
  await option(options.autoExtend).click()
  await option(options.autoStart).click()
  await option(options.autoStart).click()
  await expect
    .poll(kept)
    .toMatchObject({ AutoStart: false, AutoExtend: true, MaxPaymentOn: true, MaxPaymentAmount: 15 })

  await page.getByRole('button', { name: options.changeAmount('$15.00') }).click()
  const amount = page.getByLabel(options.amount)
  for (const wrong of ['', 'ten', '0.99', '500.01', '1.005']) {
    await amount.fill(wrong)
    await page.getByRole('button', { name: options.save }).click()
    await expect.poll(() => amount.getAttribute('aria-invalid'), patient).toBe('true')
  }
  await expectAccessible(page)
  await amount.fill('$42.5')
  await amount.press('Enter')
  await page.getByRole('button', { name: options.changeAmount('$42.50') }).waitFor()
  await expect.poll(kept, patient).toMatchObject({ AutoExtend: true, MaxPaymentAmount: 42.5 })
  await page.reload()
  await expect.poll(() => option(options.autoExtend).isChecked(), patient).toBe(true)
  expect(await option(options.autoStart).isChecked()).toBe(false)
  await saveScreenshot(page, 'journey-options')

  await page.goto(`/dashboard?session=${SessionId}`)
  await page.getByText(extending.upTo(15, '$42.50')).waitFor()
  const extend = page.getByRole('switch', { name: extending.name })
  await extend.click()
  await expect.poll(() => extend.isChecked(), patient).toBe(false)
  await page.reload()
  await page.getByText(extending.upTo(15, '$42.50')).waitFor({ state: 'detached' })
  await expect.poll(() => extend.isChecked(), patient).toBe(false)
  // for this session alone
  expect((await kept()).AutoExtend).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})

test('a change that fails to save is reverted with a message', async () => {
  const driver = await registerDriver(address, 0)
  const { page, context } = await browser.open()
  await signIn(page, driver)
  await page.goto('/profile')
  const autoStart = page.getByRole('switch', { name: options.autoStart })
  await autoStart.waitFor()
  await context.route('**/api/Account/Settings', route => route.abort())
  await autoStart.click()
  await page.getByText(options.notSaved).first().waitFor()
  await expect.poll(() => autoStart.isChecked(), patient).toBe(false)
  await context.close()
})

test('arriving at a zone asks before starting, once, and only with Auto Start on', async () => {
  const driver = await registerDriver(address, 20)
  const lot = await findLot(address)
  const position = { latitude: lot.Latitude, longitude: lot.Longitude }
  const { page, faults, context } = await browser.open({ position })
  await signIn(page, driver)
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await page.waitForLoadState('networkidle')
  expect(await question.count()).toBe(0)

  await require(address, account.settings, { body: { AutoStart: true } }, { token: driver.token })
  await page.reload()
  await question.waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-arrival')
  expect(await require(address, parking.active, {}, { token: driver.token })).toEqual([])
  await question.getByRole('button', { name: arrival.start }).click()
  await page.waitForURL(/SelectVehicle\?zone=\d+/)
  await page.goBack()
  await page.waitForURL('**/homepage')
  await page.waitForLoadState('networkidle')
  expect(await question.count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})
