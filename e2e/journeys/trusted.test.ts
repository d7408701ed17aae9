// A trusted person in browsers: the driver invites, somebody without an account agrees, and either side ends the reminders.
import { trusted } from '@parkit/contract/driver/trusted'
import { expect, inject, test } from 'vitest'
import { en } from '../../web/src/driver/account/trusted/words.en.ts'
import { es } from '../../web/src/driver/account/trusted/words.es.ts'
import { hi } from '../../web/src/driver/account/trusted/words.hi.ts'
import { registerDriver, require } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { findFlaws } from '../layout.ts'
import { arrive, expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signIn } from '../sign-in.ts'

const browser = startBrowser()
const address = inject('address')

test.each([
  ['en', en, 'light', { width: 390, height: 844 }],
  ['es', es, 'dark', { width: 320, height: 640 }],
  ['hi', hi, 'light', { width: 390, height: 664 }],
] as const)('invite, agree, turn off, decline (%s)', async (language, words, theme, size) => {
  const driver = await registerDriver(address, 0)
  const { page, faults, context } = await browser.open({ size, theme, language })
  const looks = async (name: string) => {
    await expectAccessible(page)
    expect.soft(await findFlaws(page), name).toEqual([])
    await saveScreenshot(page, `${name}-${language}`)
  }
  const own = async () => (await require(address, trusted, {}, driver)).Person
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: words.title })
  const openSheet = async () => {
    await arrive(page, '/profile')
    await page.getByRole('button', { name: words.title }).click()
    await sheet.waitFor()
  }
  const invite = async (contact: string) => {
    await openSheet()
    await sheet.getByLabel(words.name).fill('Maya')
    await sheet.getByLabel(words.contact).fill(contact)
    await press(words.send)
    await sheet.getByText(words.waiting('Maya', contact)).waitFor()
  }
  const contact = `trusted.${language}.${driver.email}`
  await page.goto('/parkit3')
  await chooseLanguage(page, language)
  await signIn(page, driver)

  await openSheet()
  await press(words.send)
  await expect.poll(() => sheet.getByLabel(words.name).getAttribute('aria-invalid')).toBe('true')
  await looks('trusted-invite')
  await invite(contact)
  await looks('trusted-waiting')
  await sheet.getByRole('link', { name: words.open }).click()
  await page.getByRole('heading', { name: words.invitedTitle }).waitFor()
  await looks('trusted-invitation')
  await press(words.agree)
  await page.getByText(words.agreed).waitFor()
  expect((await own())?.AgreedAt).not.toBeNull()

  await openSheet()
  await sheet.getByText(words.active('Maya', contact)).waitFor()
  await looks('trusted-on')
  await press(words.turnOff)
  await page.getByText(words.ended).waitFor()
  expect(await own()).toBeNull()

  await invite(contact)
  await sheet.getByRole('link', { name: words.open }).click()
  await press(words.decline)
  await page.getByText(words.declined).waitFor()
  expect(await own()).toBeNull()
  expect(faults).toEqual([])
  await context.close()
})
