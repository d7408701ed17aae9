// Mocked and delayed responses, expected requests and toasts, for the conformance suite.
import type { Page, Request, Route } from 'playwright-core'

/** `none`: no answer comes. */
export type Given = { status: number; body?: unknown } | 'none'

const give = (given: Given) => (route: Route) =>
  given === 'none'
    ? route.abort('failed')
    : route.fulfill({ status: given.status, contentType: 'application/json', body: JSON.stringify(given.body ?? {}) })

/** While `during` runs, this path answers so: `withAnswer(page, '/api/Account/Update', { status: 500 }, …)`. */
export const withAnswer = async <T>(page: Page, path: string, given: Given, during: () => Promise<T>): Promise<T> => {
  const pattern = `**${path}`
  await page.context().route(pattern, give(given))
  try {
    return await during()
  } finally {
    await page.context().unroute(pattern)
  }
}

/** Holds a call's answer back while `during` runs. */
export const withWaiting = async (page: Page, path: string, during: () => Promise<unknown>): Promise<void> => {
  const pattern = `**${path}`
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const answered: Promise<void>[] = []
  await page.context().route(pattern, route => {
    const answer = released.then(() => route.continue())
    answered.push(answer)
    return answer
  })
  try {
    await during()
  } finally {
    release()
    await Promise.all(answered)
    await page.context().unroute(pattern)
  }
}

/** The next request of this method and path that `during` makes. */
export const requestOf = async (
  page: Page,
  method: string,
  path: string | RegExp,
  during: () => Promise<unknown>,
): Promise<Request> => {
  const is = (url: string) => {
    const { pathname } = new URL(url)
    return typeof path === 'string' ? pathname === path : path.test(pathname)
  }
  const request = page.waitForRequest(sent => sent.method() === method && is(sent.url()))
  await during()
  return request
}

/** Waits for a toast with this text, and sends it away by a click. */
export const expectToast = async (page: Page, text: string): Promise<void> => {
  const toast = page.locator('.Toastify__toast').filter({ hasText: text }).first()
  await toast.waitFor()
  await toast.click()
  await toast.waitFor({ state: 'detached' })
}
