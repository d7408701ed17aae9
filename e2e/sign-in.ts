// Gets a driver past the first screens, by the screens.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Driver } from './api.ts'
import { localeWords } from './words.ts'

/** The landing is there before its script: what is pressed too early is pressed again. */
const untilStarted = { timeout: 20_000 }

/** On a screen that has the language switch. */
export const chooseLanguage = async (page: Page, language: 'en' | 'hi'): Promise<void> => {
  if (language === 'en') return
  const chosen = async () => {
    await page.getByRole('radio', { name: 'हिन्दी' }).check({ force: true })
    return page.locator('html').getAttribute('lang')
  }
  await expect.poll(chosen, untilStarted).toBe('hi')
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
  const way = page.getByRole('button', { name: localeWords[language].account.guest })
  const entered = async () => {
    if (await way.isVisible()) await way.click()
    return new URL(page.url()).pathname
  }
  await expect.poll(entered, untilStarted).toBe('/homepage')
}
