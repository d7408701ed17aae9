// A mistake put right on a running session: the plate and the zone, each in its sheet; the receipt says so.
import { addVehicle } from '@parkit/contract/driver/vehicles'
import * as contract from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { expect, inject, test } from 'vitest'
import { en } from '../../web/src/parking/sessions/change-words.en.ts'
import { es } from '../../web/src/parking/sessions/change-words.es.ts'
import { hi } from '../../web/src/parking/sessions/change-words.hi.ts'
import { registerDriver, require } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signIn } from '../sign-in.ts'

const browser = startBrowser()
const address = inject('address')
const changeWords = { en, es, hi }

test.each([
  ['en', 'light', { width: 390, height: 844 }],
  ['es', 'light', { width: 320, height: 640 }],
  ['hi', 'dark', { width: 390, height: 664 }],
] as const)('the plate and the zone of a running session are changed (%s, %s)', async (language, theme, size) => {
  const words = changeWords[language]
  const { parking } = localeWords[language]
  const driver = await registerDriver(address, 100)
  const lot = await findLot(address)
  const car = {
    VehicleMake: 'HONDA',
    VehicleModel: 'CIVIC',
    PlateState: 'Illinois',
    VehicleColor: 'BLUE',
    VehicleYear: '2022',
  }
  await require(address, addVehicle, { body: { ...car, PlateNumber: 'BD 8041' } }, driver)
  const stay = { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 120, PayWith: 'wallet' }
  const { SessionId, EndsAt } = await require(address, contract.start, { body: stay }, driver)
  const { page, faults, context } = await browser.open({ size, theme, language })
  await page.goto('/parkit3')
  await chooseLanguage(page, language)
  await signIn(page, driver)

  await page.goto(`/dashboard?session=${SessionId}`)
  await page.getByRole('button', { name: parking.wrongPlate }).click()
  const plates = page.getByRole('dialog', { name: words.plateTitle })
  await plates.getByRole('radio').first().waitFor({ state: 'attached' })
  await expectAccessible(page)
  await saveScreenshot(page, `change-plate-${language}-${theme}`)
  await plates.getByRole('button', { name: words.plateButton('BD 8041') }).click()
  await plates.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(await page.getByRole('button', { name: parking.wrongPlate }).count()).toBe(0)

  await page.getByRole('button', { name: parking.wrongZone }).click()
  const zones = page.getByRole('dialog', { name: words.moveTitle })
  const nearby = zones.getByRole('group', { name: words.nearby }).getByRole('button').first()
  await nearby.waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, `change-zone-choice-${language}-${theme}`)
  const zone = (await nearby.textContent())!.slice(0, 4)
  await nearby.click()
  await zones.getByText(words.once).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, `change-zone-${language}-${theme}`)
  const before = await require(address, contract.session, { params: { id: SessionId } }, driver)
  const button = zones.getByRole('button', { name: new RegExp(`${zone}`) })
  const shown = (await button.textContent())!
  await button.click()
  await zones.waitFor({ state: 'detached' })
  const moved = await require(address, contract.session, { params: { id: SessionId } }, driver)
  expect(moved.ZoneNumber).toBe(zone)
  expect(moved.Vehicle.PlateNumber).toBe('BD 8041')
  const difference = moved.AmountPaid - before.AmountPaid
  if (difference !== 0) expect(shown).toContain(moneyText(Math.abs(difference)))
  if (moved.EndsAt !== EndsAt) expect(Date.parse(moved.EndsAt)).toBeLessThan(Date.parse(EndsAt))
  expect(moved.Changes?.map(({ Kind }) => Kind)).toEqual(['plateChanged', 'moved'])
  await page
    .getByRole('img', { name: new RegExp(zone) })
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: parking.wrongZone }).count()).toBe(0)
  await saveScreenshot(page, `changed-${language}-${theme}`)

  await page.goto(`/confirmlocation?session=${SessionId}`)
  await page
    .getByText(
      parking.changes
        .moved(lot.ZoneNumber, zone, '')
        .trim()
        .replace(/[,]?\s*(at)?$/, ''),
    )
    .first()
    .waitFor()
  await saveScreenshot(page, `changed-receipt-${language}-${theme}`)
  expect(faults).toEqual([])
  await context.close()
})
