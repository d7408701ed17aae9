// Gets a driver past the first screens, by the screens.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Driver } from './api.ts'
import { localeWords } from './words.ts'

/** On a screen that has the language switch. */
export const chooseLanguage = async (page: Page, language: 'en' | 'hi'): Promise<void> => {
  if (language === 'en') return
  const chosen = async () => {
    // the app may just be taking the first picture's place
    const pressed = page.getByRole('radio', { name: 'हिन्दी' }).check({ force: true, timeout: 2_000 })
    await pressed.catch(() => undefined)
    return page.locator('html').getAttribute('lang')
  }
  await expect.poll(chosen).toBe('hi')
}

/** Leaves the driver on Home. */
export const signIn = async (page: Page, driver: Driver, language: 'en' | 'hi' = 'en'): Promise<void> => {
  const { account } = localeWords[language]
  await page.goto('/login')
  await page.getByLabel(account.login).fill(driver.email)
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
