// The event stream goes silent for a minute: the app notices, reconnects and has missed nothing.

import { addMoney } from '@parkit/contract/money/wallet'
import { extend, start } from '@parkit/contract/parking/sessions'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/platform/db.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { en as words } from '../../web/src/support/overview/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { findLot } from '../places.ts'
import { signIn } from '../sign-in.ts'
import { supportOf } from '../support-agent.ts'
import { openTcpProxy, type TcpProxy } from '../tcp-proxy.ts'

const address = inject('address')
let db: Database
let browser: Browser
let proxy: TcpProxy
beforeAll(async () => {
  db = openDatabase({ connectionString: inject('databaseUrl'), poolSize: 1, log: () => {} })
  proxy = await openTcpProxy(address)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await proxy?.close()
  await db?.close()
})

const patient = { timeout: 40_000 }

test('after a minute offline every message and payment made meanwhile is there exactly once', async () => {
  // where a first try left it cut
  proxy.reconnect()
  const driver = await registerDriver(address, 50)
  const support = await supportOf(db, driver)
  const { page, context, faults } = await openContext(browser, proxy.address)
  await page.clock.install()
  await signIn(page, driver)
  await page.goto('/chatsupport')
  const log = page.getByRole('log')
  await support.answer('Hello')
  await log.getByText('Hello', { exact: true }).waitFor(patient)

  proxy.cut()
  await support.answer('First while away')
  await page.getByPlaceholder(words.askPlaceholder).fill('Typed while away')
  await page.keyboard.press('Enter')
  await page.getByText(words.waiting).waitFor(patient)
  const zone = await findLot(address)
  const { SessionId, EndsAt } = await require(address, start, {
    body: { ZoneNumber: zone.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' },
  }, { token: driver.token })
  const longer = await require(address, extend, { body: { SessionId, Minutes: 30 } }, { token: driver.token })
  expect(longer.EndsAt).not.toBe(EndsAt)
  await require(address, addMoney, { body: { Amount: 5 } }, { token: driver.token })
  await support.answer('Second while away')
  // the silence is noticed, and the app tries again while there is nothing to reach
  await page.clock.fastForward(60_000)
  await page.getByText(words.offline).waitFor(patient)
  const triesInTime = async () => {
    await page.clock.fastForward(10_000)
    return proxy.attempts()
  }
  await expect.poll(triesInTime, patient).toBeGreaterThan(0)
  expect(await log.getByText('First while away').count()).toBe(0)

  proxy.reconnect()
  await page.clock.fastForward(60_000)
  await log.getByText('Second while away').waitFor(patient)
  await page.getByText(words.waiting).waitFor({ state: 'detached', ...patient })
  const said = ['Hello', 'First while away', 'Second while away', 'Typed while away']
  for (const text of said) expect(await log.getByText(text, { exact: true }).count(), text).toBe(1)
  expect(await support.heard()).toEqual(['Typed while away'])

  // and it is live again: on other screens too
  await page.getByText(words.offline).waitFor({ state: 'detached', ...patient })
  await page.getByRole('link', { name: parking.home, exact: true }).first().click()
  await page.getByRole('region', { name: longer.Name }).waitFor(patient)
  expect(faults).toEqual([])
  await context.close()
})

test('a hidden tab closes its event stream and catches up when it is shown again', async () => {
  const driver = await registerDriver(address, 50)
  const support = await supportOf(db, driver)
  const { page, context, faults } = await openContext(browser, address)
  await page.clock.install()
  const isStream = (sent: { url: () => string }) => sent.url().includes('/api/Support/Stream')
  const opened = page.waitForResponse(isStream, patient)
  await signIn(page, driver)
  await opened
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate(value => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const closed = page.waitForEvent('requestfailed', { predicate: isStream, ...patient })
  await turn('hidden')
  await page.clock.fastForward(10_000)
  await closed
  await support.answer('While nobody looked')
  const zone = await findLot(address)
  const body = { ZoneNumber: zone.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' as const }
  const { Name } = await require(address, start, { body }, { token: driver.token })
  await turn('visible')
  await page.getByRole('region', { name: Name }).waitFor(patient)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(words.unread(1)) })
    .waitFor(patient)
  expect(faults).toEqual([])
  await context.close()
})
