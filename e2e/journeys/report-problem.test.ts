// A problem with a past session, reported by its driver and seen with the session at the desk.
import * as contract from '@parkit/contract/parking/sessions'
import { expect, inject, test } from 'vitest'
import { en as desk } from '../../web/src/staff/desk/words.en.ts'
import { en as support } from '../../web/src/support/overview/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { desktop } from '../browser.ts'
import { startBrowser } from '../file-setup.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'
import { newStaff, openDesk } from '../staff.ts'

const browser = startBrowser()
const address = inject('address')
const { parking } = localeWords.en

test('a reported problem carries its session to the desk', async () => {
  const driver = await registerDriver(address, 50)
  const lot = await findLot(address)
  const stay = { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' }
  const { SessionId } = await require(address, contract.start, { body: stay }, driver)
  await require(address, contract.stop, { body: { SessionId } }, driver)
  const { page, faults, context } = await browser.open({ size: { width: 390, height: 664 } })
  await page.goto('/parkit3')
  await signIn(page, driver)

  await page.goto(`/ParkingSessionDetail?session=${SessionId}`)
  await page.getByRole('link', { name: parking.reportProblem }).click()
  const problem = page.getByRole('region', { name: support.problem })
  await problem.getByText(lot.Name).waitFor()
  const box = page.getByLabel(support.ask)
  await problem.getByRole('button', { name: support.problemLeave }).click()
  await problem.waitFor({ state: 'detached' })
  expect(await box.evaluate(field => field === document.activeElement)).toBe(true)
  await page.goBack()
  await page.getByRole('link', { name: parking.reportProblem }).click()
  await box.fill(`In ${SessionId}.`)
  const [wrongAmount, ticket] = support.problems
  await problem.getByRole('button', { name: wrongAmount! }).click()
  await problem.getByRole('button', { name: ticket! }).click()
  expect(await box.inputValue()).toBe(`${ticket}. In ${SessionId}.`)
  await expectAccessible(page)
  await saveScreenshot(page, 'report-problem')
  await box.press('Enter')
  const log = page.getByRole('log')
  await log.getByText(`${ticket}. In ${SessionId}.`).waitFor()
  await problem.waitFor({ state: 'detached' })
  expect(await log.getByRole('link', { name: lot.Name }).getAttribute('href')).toContain(SessionId)
  await expectAccessible(page)
  await saveScreenshot(page, 'reported-problem')

  const staff = await browser.open({ size: desktop })
  await openDesk(staff.page, await newStaff('Paula'))
  const list = staff.page.getByRole('region', { name: desk.conversations })
  await list.getByText(SessionId).click()
  await staff.page.getByRole('log').getByRole('button', { name: lot.Name }).click()
  const sheet = staff.page.getByRole('dialog', { name: lot.Name })
  await sheet.getByText(SessionId).waitFor()
  await expectAccessible(staff.page)
  await saveScreenshot(staff.page, 'report-problem-desk')
  expect([...faults, ...staff.faults]).toEqual([])
  await staff.context.close()
  await context.close()
})
