// Live updates: another device, the server and support; one event stream feeds all screens.

import { addMoney } from '@parkit/contract/money/wallet'
import { extend, start, stop } from '@parkit/contract/parking/sessions'
import { expect, inject, test } from 'vitest'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { timeText } from '../../web/src/platform/text.ts'
import { en as support } from '../../web/src/support/overview/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { desktop } from '../browser.ts'
import { connectDatabase, startBrowser } from '../file-setup.ts'
import { findLot } from '../places.ts'
import { signIn } from '../sign-in.ts'
import { supportOf } from '../support-agent.ts'

const address = inject('address')
const browser = startBrowser()
const db = connectDatabase()

const patient = { timeout: 40_000 }
const streamPath = '**/api/Support/Stream*'

test('two devices of one driver show each other’s changes and support’s answers without a reload', async () => {
  const driver = await registerDriver(address, 50)
  const as = { token: driver.token }
  const phone = await browser.open()
  const laptop = await browser.open({ size: desktop })
  let streams = 0
  await phone.page.route(streamPath, route => {
    streams++
    return route.continue()
  })
  for (const { page } of [phone, laptop]) {
    const opened = page.waitForResponse(response => /Support\/Stream/.test(response.url()), patient)
    await signIn(page, driver)
    await opened
  }
  const openAccount = laptop.page.getByRole('link', { name: 'Account', exact: true }).first()
  await openAccount.click()
  await laptop.page.getByText('$50.00').first().waitFor(patient)

  const zone = await findLot(address)
  const body = { ZoneNumber: zone.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' as const }
  const started = await require(address, start, { body }, as)
  const card = phone.page.getByRole('region', { name: started.Name })
  await card.waitFor(patient)
  const left = `$${(50 - started.AmountPaid).toFixed(2)}`
  await laptop.page.getByText(left).first().waitFor(patient)

  // the dashboard follows an extension and a stop from elsewhere
  await card.getByRole('link', { name: parking.extend }).click()
  await phone.page.waitForURL('**/dashboard**')
  const longer = await require(address, extend, { body: { SessionId: started.SessionId, Minutes: 30 } }, as)
  const ends = parking.ends(timeText(longer.EndsAt, longer.TimeZone, 'en'))
  await phone.page.getByText(ends).first().waitFor(patient)
  await require(address, addMoney, { body: { Amount: 100 } }, as)
  await laptop.page
    .getByText(`$${(150 - longer.AmountPaid).toFixed(2)}`)
    .first()
    .waitFor(patient)
  const { SessionId } = started
  const stopped = await require(address, stop, { body: { SessionId } }, as)
  await phone.page.waitForURL(`**/ClosingReceipt?session=${SessionId}`)
  await laptop.page
    .getByText(`$${(150 - stopped.AmountPaid).toFixed(2)}`)
    .first()
    .waitFor(patient)

  // an answer counts on every screen
  await (await supportOf(db, driver)).answer('Anything else?')
  await laptop.page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(support.unread(1)) })
    .waitFor(patient)
  // one stream for all screens, and none when nobody is signed in
  expect(streams).toBe(1)
  for (const { faults, context } of [phone, laptop]) {
    expect(faults).toEqual([])
    await context.close()
  }
})
