// Navigation between screens for the conformance suite, and checks of the screen reached.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { followTo } from '../screen-checks.ts'

/** Opens an address, without loading the app again where the page shows a screen of it already. */
export const go = async (page: Page, address: string): Promise<void> => {
  // not by way of Home or a landing: what is drawn there before the app runs would take a press as a plain link
  if (!(await page.evaluate(() => document.getElementById('root') !== null))) await page.goto('/terms')
  await followTo(page, address)
}

/** Waits until the app has come to an address: path and query. */
export const expectAt = async (page: Page, address: string): Promise<void> => {
  const here = () => {
    const { pathname, search } = new URL(page.url())
    return pathname + search
  }
  await expect.poll(here, { timeout: 10_000, interval: 25 }).toBe(address)
}

/** Waits for a heading on the screen. */
export const expectHeading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).first().waitFor()

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

export const follow = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('link', { name, exact: true }).click()
