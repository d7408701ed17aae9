// Signs drivers and guests in: on the screens, or as the login screen does it.
import { token } from '@parkit/contract/driver/account'
import type { Answer } from '@parkit/contract/platform/call'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Driver } from './api.ts'
import { localeWords } from './locale-words.ts'
import { arrive } from './screen-checks.ts'

/** On a screen that has the language switch. */
export const chooseLanguage = async (page: Page, language: 'en' | 'es' | 'hi'): Promise<void> => {
  const spoken = () => page.locator('html').getAttribute('lang')
  const chosen = async () => {
    if ((await spoken()) === language) return language
    const name = { en: 'English', es: 'Español', hi: 'हिन्दी' }[language]
    // on the landing a menu has it
    const menu = page.locator('details:not([open]) > summary')
    if ((await menu.count()) > 0) await menu.click({ timeout: 2_000 }).catch(() => undefined)
    // the app may just be taking the first picture's place, or the words those of the other language
    const pressed = page.getByRole('radio', { name }).check({ force: true, timeout: 2_000 })
    await pressed.catch(() => undefined)
    return spoken()
  }
  await expect.poll(chosen).toBe(language)
}

/** Local storage as signing in leaves it. */
export const storedBySignIn = (answer: Answer<typeof token>): Record<string, string> => {
  const { access_token, app_id, p_user_id, client_id, is_vehicle, user_data } = answer
  return {
    access_token,
    app_id,
    p_user_id,
    client_id,
    is_vehicle,
    username: user_data.UserName,
    user_data: JSON.stringify(user_data),
  }
}

/** On a page of the address that starts no app. */
export const store = (page: Page, entries: Record<string, string>): Promise<void> =>
  page.evaluate(given => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
  }, entries)

/** With the password, and with the cookie that the browser gets, but without the login screen. Leaves the driver on Home. */
export const signIn = async (page: Page, { email, password }: Driver): Promise<void> => {
  await page.goto('/robots.txt')
  const answer: Answer<typeof token> = await page.evaluate(
    async ({ path, method, body }) => {
      const response = await fetch(path, { method, headers: { 'content-type': 'application/json' }, body })
      return response.json()
    },
    {
      path: token.path,
      method: token.method,
      body: JSON.stringify({ grant_type: 'password', username: email, password }),
    },
  )
  await store(page, storedBySignIn(answer))
  await arrive(page, '/homepage')
}

/** On the login screen. Leaves the driver on Home. */
export const signInOnScreen = async (
  page: Page,
  driver: Driver,
  language: 'en' | 'es' | 'hi' = 'en',
): Promise<void> => {
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
export const becomeGuest = async (page: Page, language: 'en' | 'es' | 'hi' = 'en'): Promise<void> => {
  await page.goto('/parkit3')
  await page.getByRole('button', { name: localeWords[language].account.guest }).click()
  await page.waitForURL('**/homepage')
}
