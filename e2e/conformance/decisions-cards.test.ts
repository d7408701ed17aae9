// D-110 to D-112: what pays, a card or money added inside the start sheet, a test card, one card once.
import { listMethods } from '@parkit/contract/money/cards'
import * as contract from '@parkit/contract/parking/sessions'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { en as quick } from '../../web/src/driver/account/quick/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { en as cards } from '../../web/src/money/cards/words.en.ts'
import { en as wallet } from '../../web/src/money/wallet/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, newDriver, newNobody } = openVisitors()
const sheet = ['web/src/parking/sessions/StartSheet.tsx', 'web/src/parking/sessions/useStart.ts']
const form = ['web/src/money/cards/CardFields.tsx', 'web/src/money/cards/authorization.ts']

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const addCardToPark = /^Add a card and park, \$/

/** The start sheet of a lot's zone. */
const openSheet = async (dollars: number, cards: readonly string[], query = '') => {
  const visitor = await newDriver(dollars, {}, cards)
  const lot = await findLot(address)
  await visitor.page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}${query}`)
  await visitor.page.getByText(parking.total, { exact: true }).waitFor()
  return { ...visitor, lot }
}

const authorizeTestCard = async (page: Page) => {
  await page.getByRole('heading', { name: cards.title }).waitFor()
  await page.getByPlaceholder(cards.numberPlaceholder).waitFor()
  await press(page, cards.useTestCard)
  await press(page, cards.authorize('1'))
  await page.getByText(/^Payment authorized! Intent ID: pi_/).waitFor()
}

const running = ({ token }: { token: string }) => require(address, contract.active, {}, { token })

statement(
  'D-110: without money and a card the card is added inside the start sheet, and the start goes on',
  { built: sheet },
  async () => {
    const { page, faults, context, lot, driver } = await openSheet(0, [], '&minutes=90')
    await page.getByRole('button', { name: addCardToPark }).waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, 'first-card-start-sheet')
    await press(page, addCardToPark)
    await page.getByText('1 hr 30 min, until', { exact: false }).last().waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, 'first-card-form')
    // back without a card: the sheet is as it was
    await page.getByRole('button', { name: 'Close' }).click()
    await press(page, addCardToPark)
    await authorizeTestCard(page)
    await page.waitForURL('**/dashboard*')
    expect(await running(driver)).toMatchObject([
      { ZoneNumber: lot.ZoneNumber, Minutes: 90, PaidVia: 'Visa •••• 4242' },
    ])
    expect(faults).toEqual([])
    await context.close()
  },
)

statement(
  'D-110: who prefers the wallet adds money inside the start sheet, with a first card',
  { built: sheet },
  async () => {
    const { page, faults, context, driver } = await openSheet(0, [], '&minutes=75')
    await page.getByRole('radio', { name: /^Wallet/ }).check({ force: true })
    await press(page, /^Add \$\d+\.00 to park$/)
    await authorizeTestCard(page)
    await page.getByLabel(wallet.amount, { exact: true }).fill('60')
    await expectAccessible(page)
    await saveScreenshot(page, 'first-money-sheet')
    await press(page, wallet.add('$60.00'))
    await press(page, /^Start parking, \$/)
    await page.waitForURL('**/dashboard*')
    expect(await running(driver)).toMatchObject([{ Minutes: 75, PaidVia: 'wallet' }])
    expect(faults).toEqual([])
    await context.close()
  },
)

statement('D-110: the wallet pays if it covers the stay, else the default card', { built: sheet }, async () => {
  const { page, context, driver } = await openSheet(1, ['pm_card_visa'])
  expect(await page.getByRole('radio', { name: /ending in 4242/ }).isChecked()).toBe(true)
  await press(page, /^Start parking, \$/)
  await page.waitForURL('**/dashboard*')
  expect(await running(driver)).toMatchObject([{ PaidVia: 'Visa •••• 4242' }])
  await context.close()
})

statement('D-110: Quick park asks for its card in the start sheet', { built: sheet }, async () => {
  const { page, faults, context } = await newNobody()
  const lot = await findLot(address)
  await page.goto('/parkit3')
  await page.getByRole('button', { name: account.guest }).click()
  await page.waitForURL('**/homepage')
  await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}`)
  await page.waitForURL('**/QuickParkRegister?next=*')
  const unique = String(Date.now()).slice(-4)
  await page.getByLabel(quick.plate).fill(`QCK ${unique}`)
  await page.getByLabel(quick.state).selectOption('Illinois')
  await page.getByLabel(account.phone).fill(`773 556 ${unique}`)
  await press(page, quick.textCode)
  await press(page, account.fillIn)
  await page.getByRole('heading', { name: parking.startTitle([...lot.ZoneNumber].join(' ')) }).waitFor()
  await press(page, addCardToPark)
  await authorizeTestCard(page)
  await page.waitForURL('**/dashboard*')
  await page.getByText(parking.paidSoFar('Visa •••• 4242')).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

statement(
  'D-110: a vehicle that is parked is not started again, its session is extended',
  { built: sheet },
  async () => {
    const { page, context, driver } = await newDriver(50)
    const lot = await findLot(address)
    const body = { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' }
    const { SessionId } = await require(address, contract.start, { body }, { token: driver.token })
    await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}`)
    const extend = page.getByRole('link', { name: parking.extendParked })
    await extend.waitFor()
    expect(await page.getByRole('button', { name: /^(Start|Add) / }).count()).toBe(0)
    await expectAccessible(page)
    await saveScreenshot(page, 'start-sheet-parked')
    await extend.click()
    await page.waitForURL(`**/dashboard?session=${SessionId}`)
    await page.getByRole('button', { name: /^Extend to / }).waitFor()
    await context.close()
  },
)

statement('D-112: the same card added twice is kept once', { built: form }, async () => {
  const { page, context, driver } = await newDriver(0, {}, [])
  await page.goto('/account')
  for (let times = 0; times < 2; times++) {
    await press(page, cards.addPaymentType)
    await authorizeTestCard(page)
    await page.getByRole('heading', { name: cards.title }).waitFor({ state: 'detached' })
    await page.getByText(cards.cardEnding('Visa', '4242')).first().waitFor()
  }
  expect(await require(address, listMethods, {}, { token: driver.token })).toHaveLength(1)
  await context.close()
})

statement(
  'D-111: a new driver of the sandbox has no card',
  { built: ['server/src/sandbox/stripe-customers.ts'] },
  async () => {
    const { token } = await registerDriver(address, 0, [])
    expect(await require(address, listMethods, {}, { token })).toEqual([])
  },
)

statement('D-111: the sandbox’s card form has “Use a test card”', { built: form }, async () => {
  const { page, context } = await newDriver(0, {}, [])
  await page.goto('/stripepage')
  await page.getByPlaceholder(cards.numberPlaceholder).waitFor()
  await press(page, cards.useTestCard)
  expect(await page.getByLabel(cards.number).inputValue()).toBe('4242 4242 4242 4242')
  await press(page, cards.authorize('1'))
  await page.getByText(/^Payment authorized! Intent ID: pi_/).waitFor()
  await page.waitForURL('**/account')
  await context.close()
})

statement('D-112: a refused challenge keeps what was typed', { built: form }, async () => {
  const { page, context } = await newDriver(0, {}, [])
  await page.goto('/account')
  await press(page, cards.addPaymentType)
  await page.getByLabel(cards.number).pressSequentially('4000002760003184')
  await page.getByLabel(cards.expiry).pressSequentially('431')
  await page.getByLabel(cards.cvc).fill('123')
  await press(page, cards.authorize('1'))
  await press(page, cards.bankFail)
  await page.getByText(/^Failed: We are unable to authenticate/).waitFor()
  expect(await page.getByLabel(cards.number).inputValue()).toBe('4000 0027 6000 3184')
  await press(page, cards.authorize('1'))
  await press(page, cards.bankPass)
  await page.getByText(cards.cardEnding('Visa', '3184')).first().waitFor()
  await context.close()
})
