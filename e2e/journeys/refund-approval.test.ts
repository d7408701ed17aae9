// A refund over $500 in two browsers: one member of staff proposes it and can't approve it, a second approves, money moves once.
import { details } from '@parkit/contract/driver/account'
import { approveProposal, proposals } from '@parkit/contract/staff/desk-proposals'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/platform/db.ts'
import { en as words } from '../../web/src/staff/desk/words.en.ts'
import { call, require } from '../api.ts'
import { desktop, openBrowser, openContext } from '../browser.ts'
import { type CostlySession, createCostlySession } from '../costly-session.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { newStaff, openDesk } from '../staff.ts'

const address = inject('address')
let db: Database
let browser: Browser
let session: CostlySession
const tokens = { pia: '', quinn: '' }

beforeAll(async () => {
  db = openDatabase({ connectionString: inject('databaseUrl'), poolSize: 1, log: () => {} })
  browser = await openBrowser()
  session = await createCostlySession(address, db)
  tokens.pia = await newStaff('Pia')
  tokens.quinn = await newStaff('Quinn')
})
afterAll(async () => {
  await browser?.close()
  await db?.close()
})

const balance = async () => (await require(address, details, {}, { token: session.driver.token })).Balance
const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: session.sessionId })

test('a refund over $500: proposed by one, not theirs to approve, approved by another, refunded once', async () => {
  const pia = await openContext(browser, address, { size: desktop })
  const quinn = await openContext(browser, address, { size: desktop })
  const before = await balance()

  await openDesk(pia.page, tokens.pia)
  await pia.page.getByLabel(words.find).fill(session.driver.email)
  await pia.page.getByRole('list', { name: words.found }).getByRole('link').click()
  const pane = pia.page.getByRole('complementary', { name: words.driver })
  await pane.getByText(session.sessionId).waitFor()
  await pane.getByRole('button', { name: words.refund }).click()
  const sheet = pia.page.getByRole('dialog')
  await sheet.getByLabel(words.amount).fill('600')
  await sheet.getByLabel(words.reason).fill('The barrier kept the car for a day')
  await sheet.getByRole('button', { name: words.payBack('$600.00') }).click()
  await pia.page.getByText(words.waitsForSecond).waitFor()
  await sheet.waitFor({ state: 'detached' })
  expect(await balance()).toBe(before)

  await pia.page.getByRole('link', { name: words.proposals }).click()
  await rowOf(pia.page).getByText(words.proposedBy('Pia')).waitFor()
  await rowOf(pia.page).getByRole('button', { name: words.withdraw }).waitFor()
  expect(await pia.page.getByRole('button', { name: words.approve('$600.00') }).count()).toBe(0)
  await expectAccessible(pia.page)
  await saveScreenshot(pia.page, 'desk-proposal-own')
  // nor by the call that her screen does not offer
  const { Items } = await require(address, proposals, { query: {} }, { token: tokens.pia })
  const params = { id: Items.find(({ SessionId }) => SessionId === session.sessionId)!.ProposalId }
  const own = await call(address, approveProposal, { params }, { token: tokens.pia })
  expect(own.body).toMatchObject({ Code: 'own_proposal' })
  expect(await balance()).toBe(before)

  await openDesk(quinn.page, tokens.quinn, '/desk?view=proposals')
  const approve = rowOf(quinn.page).getByRole('button', { name: words.approve('$600.00') })
  await approve.waitFor()
  await expectAccessible(quinn.page)
  await saveScreenshot(quinn.page, 'desk-proposal')
  await approve.dblclick()
  await rowOf(quinn.page).getByText(`${words.proposalStates.done}, Quinn`).waitFor()
  const again = await call(address, approveProposal, { params }, { token: tokens.quinn })
  expect(again.body).toMatchObject({ Code: 'proposal_over' })
  expect(Math.round((await balance()) * 100)).toBe(Math.round(before * 100) + 60_000)

  await pia.page.reload()
  await rowOf(pia.page).getByText(words.proposalStates.done).waitFor()
  await pia.page.getByRole('link', { name: words.log }).click()
  await pia.page.getByRole('row').filter({ hasText: session.sessionId }).getByText(words.acts.refunded!).waitFor()
  expect([...pia.faults, ...quinn.faults]).toEqual([])
  await pia.context.close()
  await quinn.context.close()
})
