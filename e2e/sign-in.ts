// Signs drivers and guests in on the screens.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Driver } from './api.ts'
import { localeWords } from './locale-words.ts'

/** On a screen that has the language switch. */
export const chooseLanguage = async (page: Page, language: 'en' | 'hi'): Promise<void> => {
  const spoken = () => page.locator('html').getAttribute('lang')
  const chosen = async () => {
    if ((await spoken()) === language) return language
    const name = { en: 'English', hi: 'हिन्दी' }[language]
    // the app may just be taking the first picture's place, or the words those of the other language
    const pressed = page.getByRole('radio', { name }).check({ force: true, timeout: 2_000 })
    await pressed.catch(() => undefined)
    return spoken()
  }
  await expect.poll(chosen).toBe(language)
}

/** Leaves the driver on Home. */
export const signIn = async (page: Page, driver: Driver, language: 'en' | 'hi' = 'en'): Promise<void> => {
  const { account } = localeWords[language]
  await page.goto('/login')
  await page.getByLabel(account.login).fill(driver.email)
  // where the browser can use passkeys, one is offered first
  const proceed = page.getByRole('button', { name: account.continue, exact: true })
  if ((await proceed.count()) > 0) await proceed.click()
  await page.getByLabel(account.password, { exact: true }).fill(driver.password)
  await page.getByRole('button', { name: account.signIn, exact: true }).click()
  await page.waitForURL('**/homepage')
}

/** Leaves a guest on Home. */
export const becomeGuest = async (page: Page, language: 'en' | 'hi' = 'en'): Promise<void> => {
  await page.goto('/parkit3')
  await page.getByRole('button', { name: localeWords[language].account.guest }).click()
  await page.waitForURL('**/homepage')
}
