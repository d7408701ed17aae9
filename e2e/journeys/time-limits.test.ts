// What time does to a screen: the last minutes are announced three times, and an offer to undo does not run out.
import { addRental, listVehicles } from '@parkit/contract/driver/vehicles'
import { start } from '@parkit/contract/parking/sessions'
import { expect, inject, test } from 'vitest'
import { en as vehicles } from '../../web/src/driver/vehicles/words.en.ts'
import { en as offline } from '../../web/src/parking/attempts/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { en as ui } from '../../web/src/ui/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { findLot } from '../places.ts'
import { arrive, visit } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'
import { listenTo, tabTo } from '../speech.ts'

const browser = startBrowser()
const address = inject('address')

test('of the last hour 15, 5, and 0 minutes alone are announced, once each', { timeout: 120_000 }, async () => {
  const driver = await registerDriver(address, 80)
  const { ZoneNumber } = await findLot(address)
  const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  const { SessionId } = await require(address, start, { body }, driver)
  const { page, context } = await browser.open()
  const { heard, next } = await listenTo(context, text => text)
  await signIn(page, driver)
  await page.clock.install()
  await arrive(page, `/dashboard?session=${SessionId}`)
  await page.getByText(parking.timeLeft).first().waitFor()
  // with a connection the server's clock would count
  await context.setOffline(true)
  await page.getByText(parking.offlineRight).waitFor()
  await page.clock.runFor(2_000)
  next()
  for (let minutes = 0; minutes < 61; minutes++) await page.clock.runFor(60_000)
  // that a price is out of date is another matter
  expect(heard().filter(text => text !== offline.noPrice)).toEqual([
    parking.announcedLeft('15 minutes'),
    parking.announcedLeft('5 minutes'),
    parking.timeIsUp,
  ])
  await context.close()
})

test('a message with an action stays until it is used, closed, or left for another screen', async () => {
  const driver = await registerDriver(address, 0)
  const { page, context, faults } = await browser.open()
  await listenTo(context, text => text)
  await signIn(page, driver)
  await page.clock.install()
  const offer = page.getByRole('status').filter({ hasText: vehicles.deleted('') })
  const list = () => require(address, listVehicles, {}, driver)
  const remove = async () => {
    const [vehicle] = await list()
    await arrive(page, `/addvehicles?id=${vehicle!.VehicleID}`)
    await page.getByRole('button', { name: vehicles.delete }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: vehicles.delete }).click()
    await page.waitForURL('**/myvehicles')
    await offer.waitFor()
    await page.clock.runFor(20_000)
    // a message that closes by itself counts its time by an animation
    await page.evaluate(() => {
      for (const one of document.getAnimations())
        if (Number(one.effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY) one.finish()
    })
    expect(await offer.count()).toBe(1)
  }
  const expectGone = () => offer.waitFor({ state: 'detached' })

  await remove()
  await tabTo(page, vehicles.undo)
  await page.keyboard.press('Enter')
  await expectGone()
  await expect.poll(async () => (await list()).length).toBe(1)

  await remove()
  await visit(page, '/profile')
  await expectGone()

  await require(address, addRental, { body: { PlateNumber: 'GONE 1', PlateState: 'Illinois' } }, driver)
  await remove()
  await tabTo(page, ui.close)
  await page.keyboard.press('Enter')
  await expectGone()
  expect(await list()).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
