// A driver's cards: added with and without 3-D Secure, declined, edited, deleted; money from each.
import { listMethods } from '@parkit/contract/money/cards'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as cards } from '../../web/src/money/cards/words.en.ts'
import { en as wallet } from '../../web/src/money/wallet/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const address = inject('address')
const cvc = '739'
const threeDSecure = '4000002760003184'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

const typeCard = async (page: Page, number: string, amount: string) => {
  await page.getByLabel(cards.number).fill('')
  await page.getByLabel(cards.number).pressSequentially(number)
  await page.getByLabel(cards.expiry).fill('')
  await page.getByLabel(cards.expiry).pressSequentially('431')
  await page.getByLabel(cards.cvc).fill(cvc)
  await page.getByLabel(cards.amount).fill(amount)
}

test('a driver adds a card with 3-D Secure, makes it the default, pays with it and deletes it', async () => {
  const driver = await registerDriver(address, 0)
  const { page, faults, context } = await openContext(browser, address)
  const sent: Request[] = []
  page.on('request', request => sent.push(request))
  await signIn(page, driver)

  await page.goto('/account')
  await page.getByText(wallet.activated).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'cards-wallet')
  await press(page, cards.addPaymentType)
  await page.getByRole('heading', { name: cards.title }).waitFor()
  await page.getByPlaceholder(cards.numberPlaceholder).waitFor()
  await expectAccessible(page)

  // half a card: the provider says what is missing, at its own field
  await page.getByLabel(cards.amount).fill('25')
  await press(page, cards.authorize('25'))
  await page.getByText(cards.numberIncomplete).waitFor()

  await typeCard(page, threeDSecure, '25')
  await saveScreenshot(page, 'cards-form')
  await press(page, cards.authorize('25'))
  await page.getByText(cards.bankTitle).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'cards-bank')
  // refused by the driver: told, not saved, and the session goes on
  await press(page, cards.bankFail)
  await page.getByText(/^Failed: We are unable to authenticate/).waitFor()
  // what was typed is still there
  expect((await page.getByLabel(cards.number).inputValue()).replaceAll(' ', '')).toBe(threeDSecure)
  await press(page, cards.authorize('25'))
  await press(page, cards.bankPass)
  await page.getByText(/^Payment authorized! Intent ID: pi_/).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'cards-authorized')
  // back in the wallet by itself
  await page.getByRole('heading', { name: cards.title }).waitFor({ state: 'detached' })

  const name = cards.cardEnding('Visa', '3184')
  await press(page, cards.edit(name))
  await page.getByLabel(cards.year).selectOption('2035')
  await page.getByRole('switch', { name: cards.useByDefault }).check({ force: true })
  await expectAccessible(page)
  await press(page, cards.save)
  await page.getByText(cards.expires('04', '35')).waitFor()
  await saveScreenshot(page, 'cards-saved')

  // money from it, refused to the bank first, then given
  await page.goto('/addmoney')
  await page.getByLabel(wallet.amount, { exact: true }).fill('30')
  await press(page, wallet.add('$30.00'))
  await press(page, cards.bankFail)
  await page.getByText(/You weren’t charged/).waitFor()
  await press(page, wallet.add('$30.00'))
  await press(page, cards.bankPass)
  await page.getByText(wallet.successfully).waitFor()
  await press(page, wallet.ok)
  await page.waitForURL('**/account')
  await page.getByText('$30.00').first().waitFor()

  await press(page, cards.delete(name))
  await expectAccessible(page)
  await press(page, cards.deleteYes)
  const edit = page.getByRole('button', { name: cards.edit(name) })
  await edit.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: cards.addPaymentType }).waitFor()
  await page.getByText('$30.00').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main .loading'))
  expect(await edit.count()).toBe(0)

  // no call of ParkIt's own carried a card's number or its code
  const own = sent.filter(request => new URL(request.url()).pathname.startsWith('/api/'))
  expect(own.length).toBeGreaterThan(10)
  for (const request of own) {
    // an id may hold any three digits
    const text = `${request.url()} ${request.postData() ?? ''}`.replace(/_[0-9a-f]{24}/g, '')
    expect(text).not.toContain(threeDSecure)
    expect(text).not.toContain(cvc)
  }
  // and nothing left this machine
  expect(sent.filter(request => !/^(http:\/\/127\.0\.0\.1|data:|blob:)/.test(request.url()))).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('“Keep it” keeps the card', async () => {
  const driver = await registerDriver(address, 0)
  const listed = () => require(address, listMethods, {}, driver)
  const [card] = await listed()
  const name = cards.cardEnding(card!.CardType, card!.Last4)
  const { page, context } = await openContext(browser, address)
  await signIn(page, driver)
  await page.goto('/account')
  await press(page, cards.delete(name))
  await press(page, cards.keep)
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: cards.edit(name) }).waitFor()
  expect(await listed()).toContainEqual(card)
  await context.close()
})

test('a card that the server refuses signs the driver out after two seconds and says why', async () => {
  const driver = await registerDriver(address, 0)
  const { page, context } = await openContext(browser, address)
  await signIn(page, driver)
  await page.goto('/stripepage')
  await page.getByPlaceholder(cards.numberPlaceholder).waitFor()
  await expectAccessible(page)
  await typeCard(page, '4000000000009995', '10')
  await saveScreenshot(page, 'cards-page')
  await press(page, cards.authorize('10'))
  await page.getByText(/^Failed: .*You weren’t charged/).waitFor()
  await page.getByText(cards.signedOut).waitFor()
  await saveScreenshot(page, 'cards-refused')
  await page.waitForURL('**/parkit*')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await context.close()
})
