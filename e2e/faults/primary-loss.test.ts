// The primary dies while a driver is parked: the app shows what is true, says what waits for an answer, and goes on by itself.

import { details } from '@parkit/contract/driver/account'
import { activity } from '@parkit/contract/money/wallet'
import { active, extend } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { afterAll, expect, test } from 'vitest'
import { en as offline } from '../../web/src/parking/attempts/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openPair } from '../bank/replica/pair.ts'
import { openBrowser, openContext } from '../browser.ts'
import { findHourly } from '../places.ts'
import { newDataDir, startServer } from '../server.ts'
import { signIn } from '../sign-in.ts'

const endings: (() => unknown)[] = []
afterAll(async () => {
  for (const end of endings.reverse()) await end()
}, 60_000)

const patient = { timeout: 60_000 }

test('an extension pressed while the primary is dead waits, is done once on the standby, and the screen is live again', {
  timeout: 300_000,
}, async () => {
  const { dataDir, remove } = newDataDir()
  endings.push(remove)
  const pair = await openPair({ folder: dataDir, policy: 'continue', withPgBouncer: false, withDisks: false })
  endings.push(pair.close)
  const env = { DATABASE_URL: pair.serverUrl, DATABASE_SESSION_URL: pair.ownerUrl, LOG_LEVEL: 'silent' }
  const server = await startServer({ ...env, DATA_DIR: dataDir })
  endings.push(() => server.end('SIGKILL'))
  const { address } = server
  const browser = await openBrowser()
  endings.push(() => browser.close())

  const driver = await registerDriver(address, 50)
  const { token } = driver
  const { ZoneNumber } = await findHourly(address)
  const { page, faults } = await openContext(browser, address)
  await signIn(page, driver)
  await page.goto(`/SelectVehicle?zone=${ZoneNumber}`)
  await page.getByRole('button', { name: /^Start parking, \$/ }).click(patient)
  await page.waitForURL('**/dashboard*', patient)
  const running = async () => (await require(address, active, {}, { token }))[0]!
  const before = await running()
  const paid = (dollars: number) => page.getByText(moneyText(dollars), { exact: true }).first().waitFor(patient)
  await paid(before.AmountPaid)
  const press = page.getByRole('button', { name: /^Extend to / })
  await press.waitFor(patient)
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  await expect.poll(pair.isWhole, patient).toBe(true)

  // the standby cannot take over before the driver has read what the app says meanwhile
  const next = pair.standby()
  next.signal('SIGSTOP')
  await pair.primary().kill()
  await press.click()
  await page.getByText(offline.waiting.extend, { exact: false }).waitFor(patient)
  await page.getByText(offline.sentLater, { exact: false }).waitFor(patient)
  await paid(before.AmountPaid)

  next.signal('SIGCONT')
  await page.getByText(offline.waiting.extend, { exact: false }).waitFor({ state: 'detached', ...patient })
  expect(pair.primary()).toBe(next)
  const extended = await running()
  expect(extended.Minutes).toBe(before.Minutes + 30)
  await paid(extended.AmountPaid)
  const { Items } = await require(address, activity, { query: {} }, { token })
  expect(Items.map(({ Kind }) => Kind)).toEqual(['extension', 'fare', 'topUp'])
  const { Balance } = await require(address, details, {}, { token })
  expect(Balance).toBeCloseTo(50 - extended.AmountPaid)

  // what another device does shows at once, on the screen that has been open all the while
  const body = { SessionId: before.SessionId, Minutes: 15 }
  const longer = await require(address, extend, { body }, { token })
  await paid(longer.AmountPaid)
  expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true)
  expect(faults).toEqual([])
})
