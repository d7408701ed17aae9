// A whole stay by voice control: every control is called by the words that it shows, and text is dictated.
import { expect, inject, test } from 'vitest'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { es as placesEs } from '../../web/src/city/places/words.es.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { es as accountEs } from '../../web/src/driver/account/words.es.ts'
import { en as wallet } from '../../web/src/money/wallet/words.en.ts'
import { es as walletEs } from '../../web/src/money/wallet/words.es.ts'
import { en as home } from '../../web/src/parking/sessions/base-words.en.ts'
import { es as homeEs } from '../../web/src/parking/sessions/base-words.es.ts'
import { en as platformEn } from '../../web/src/platform/words.en.ts'
import { es as platformEs } from '../../web/src/platform/words.es.ts'
import { registerDriver } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { say } from '../label-recorder.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { arrive } from '../screen-checks.ts'
import { chooseLanguage } from '../sign-in.ts'

const browser = startBrowser()
const address = inject('address')
const platform = { en: platformEn, es: platformEs }
const said = {
  en: { places, account, wallet, home },
  es: { places: placesEs, account: accountEs, wallet: walletEs, home: homeEs },
}

test.each(['en', 'es'] as const)('a whole stay by the words on the screen alone (%s)', async language => {
  const { places, account, wallet, home } = said[language]
  const { parking } = localeWords[language]
  const driver = await registerDriver(address, 80)
  const lot = await findLot(address)
  const { page, context, faults } = await browser.open({ language })
  const dictate = (text: string) => page.keyboard.type(text)

  await arrive(page, '/parkit3')
  await chooseLanguage(page, language)
  await say(page, account.signIn)
  await page.getByRole('heading', { name: account.welcome }).waitFor()
  await say(page, account.login)
  await dictate(driver.email)
  if ((await page.getByRole('button', { name: account.continue, exact: true }).count()) > 0)
    await say(page, account.continue)
  await page.getByLabel(account.password, { exact: true }).waitFor()
  await say(page, account.password)
  await dictate(driver.password)
  await say(page, account.signIn)
  await page.waitForURL('**/homepage')

  await say(page, home.whereTo)
  await page.locator('[role=combobox]:focus').waitFor()
  await dictate(lot.ZoneNumber)
  await page.getByRole('list', { name: places.places }).getByText(lot.ZoneNumber).waitFor()
  await page.keyboard.press('Escape')
  await say(page, lot.ZoneNumber, 'a')
  await page.waitForURL('**/parkdetails*')
  if (language === 'es') expect(await page.locator('h1[lang=en]').textContent()).toBe(lot.Name)
  await say(page, places.parkHere)
  await page.waitForURL('**/SelectVehicle*')
  await page.locator('.pays').waitFor()
  // what is no control is read in full words
  const sheet = page.getByRole('dialog')
  const aloud = await sheet.ariaSnapshot()
  expect(aloud).toContain([...lot.ZoneNumber].join(' '))
  expect(aloud).toContain(platform[language].perHourAloud)
  await say(page, parking.start(''))
  await page.waitForURL('**/dashboard*')
  await say(page, parking.stopParking)
  await page.getByRole('alertdialog').waitFor()
  await say(page, parking.stopParking)
  await page.waitForURL('**/ClosingReceipt*')
  await say(page, parking.seeReceipt)
  await page.waitForURL('**/confirmlocation*')
  await say(page, parking.ok)
  await page.waitForURL('**/homepage')
  await arrive(page, '/addmoney')
  await say(page, '$50')
  await say(page, wallet.add('$50.00'))
  await page.getByRole('dialog').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a control that is not named as it shows is told when it is pressed', async () => {
  const { page, context, faults } = await browser.open()
  await arrive(page, '/parkit3')
  const enter = page.getByRole('link', { name: account.signIn, exact: true })
  await enter.evaluate(link => {
    link.ariaLabel = 'Elsewhere'
  })
  await page.getByText(account.signIn, { exact: true }).click()
  await expect.poll(() => faults).toEqual([expect.stringMatching(/named “elsewhere”, shows “sign in”/)])
  await context.close()
})
