// How many taps and typed fields it takes a newcomer to park: from a sign's link, by a scanned sign, with a card or the phone's wallet.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { readPdfCodes } from '../../server/src/city/signs/pdf-codes-testing.ts'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as quick } from '../../web/src/driver/account/quick/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { en as cards } from '../../web/src/money/cards/words.en.ts'
import { startBrowser } from '../file-setup.ts'
import { findLot, findOwnLot } from '../places.ts'
import { countTaps, follow, lowPhone, press, table } from '../taps.ts'

const address = inject('address')
const browser = startBrowser()
afterAll(() => console.table(table))

/** What `npm run signs` prints into a sign's code. */
const printSign = (zone: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'parkit-taps-'))
  execFileSync(
    process.execPath,
    [
      join(import.meta.dirname, '../../server/src/city/signs/print.ts'),
      folder,
      '--city',
      'chicago',
      '--zone',
      zone,
      '--size',
      'letter',
    ],
    { env: { ...process.env, DATABASE_URL: inject('databaseUrl'), PUBLIC_URL: address } },
  )
  const [sheet] = readdirSync(join(folder, 'letter'))
  const [printed] = readPdfCodes(readFileSync(join(folder, 'letter', sheet!)))
  rmSync(folder, { recursive: true })
  return printed!.url
}

const parkAtSign = (page: Page) => page.getByRole('button', { name: /^Park here, \$/ }).and(page.locator(':enabled'))

type Counted = Awaited<ReturnType<typeof countTaps>>

/** On the form of somebody without an account: the plate, the phone, and the code, which fills itself in. */
const register = async (page: Page, counted: Counted) => {
  const unique = String(Date.now()).slice(-4)
  await page.waitForURL('**/QuickParkRegister?next=*')
  await counted.type(page.getByLabel(quick.plate), `NEW ${unique}`)
  await counted.type(page.getByLabel(account.phone), `773556${unique}`)
  await counted.tap(press(page, quick.textCode))
  await counted.without(() => press(page, account.fillIn).click())
}

/** With a card that is added in the sheet; its fields are not counted. */
const payByCard = async (page: Page, counted: Counted) => {
  await counted.tap(press(page, /^Add a card and park, \$/))
  await page.getByPlaceholder(cards.numberPlaceholder).waitFor()
  await counted.without(() => press(page, cards.useTestCard).click())
  await counted.tap(press(page, cards.authorize('1')))
  await page.waitForURL('**/dashboard*')
}

test('a newcomer from a sign’s link: at most seven taps and two typed fields, and the code and the card', async () => {
  const lot = await findLot(address)
  const { page, faults, context } = await browser.open({ size: lowPhone })
  const counted = await countTaps(page)
  await page.goto(`/parkdetails?zone=${lot.ZoneNumber}`)
  await page.waitForURL('**/parkit3*')
  await counted.tap(press(page, account.guest))
  await counted.tap(follow(page, places.parkHere))
  await page.waitForURL('**/QuickParkRegister?next=*')
  // the state is the place's (D-116)
  await expect.poll(() => page.getByLabel(quick.state).inputValue()).toBe('Illinois')
  await register(page, counted)
  await payByCard(page, counted)
  counted.expectLimits('newcomer, from a sign’s link')
  expect(faults).toEqual([])
  await context.close()
})

test('a newcomer who scanned a sign: at most six taps and two typed fields, and the code and the card', async () => {
  const link = printSign((await findOwnLot(address, 'newcomer')).ZoneNumber)
  const { page, faults, context } = await browser.open({ size: lowPhone })
  const counted = await countTaps(page)
  await page.goto(link)
  await counted.tap(parkAtSign(page))
  await register(page, counted)
  await payByCard(page, counted)
  counted.expectLimits('newcomer, scanned a sign')
  expect(faults).toEqual([])
  await context.close()
})

test.each([
  ['Apple Pay', 'applePay'],
  ['Google Pay', 'googlePay'],
] as const)(
  'a newcomer who scanned a sign and has %s: at most six taps and two typed fields, and the code',
  async (name, wallet) => {
    const link = printSign((await findOwnLot(address, 'newcomer')).ZoneNumber)
    const { page, faults, context } = await browser.open({ size: lowPhone })
    await page.addInitScript(has => {
      window.sandboxWallets = [has]
    }, wallet)
    const counted = await countTaps(page)
    await page.goto(link)
    await counted.tap(parkAtSign(page))
    await register(page, counted)
    await counted.tap(press(page, name))
    await counted.tap(page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: /^Pay \$/ }))
    await page.waitForURL('**/dashboard*')
    counted.expectLimits(`newcomer, scanned a sign, with ${name}`)
    expect(faults).toEqual([])
    await context.close()
  },
)
