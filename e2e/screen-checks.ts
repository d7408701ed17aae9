// Checks of a screen once it has settled: axe, no sideways scrolling, and screenshots on request.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listMislabeled } from './label-recorder.ts'

/** The screen itself is there, drawn by the app: not the first picture, which the app draws over. */
const drawn = (page: Page) =>
  page.waitForFunction(() => {
    const main = document.querySelector('main')
    // what React draws it also ties to its own tree
    return main !== null && Object.keys(main).some(key => key.startsWith('__react'))
  })

/** Waits until nothing moves: axe judges what a driver sees, not a picture half faded in. */
const settled = async (page: Page) => {
  await drawn(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    const finite = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map(animation => animation.finished))
  })
}

/** A chat keeps its line open, so no silence is waited for. */
const loaded = async (page: Page) => {
  await drawn(page)
  await page.getByRole('heading').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main .loading'))
  await settled(page)
}

/** Loads the app there and waits for what the screen shows. */
export const arrive = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await loaded(page)
}

/** Changes the address as a link does. */
export const followTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/**
 * Goes there within the loaded app, at a third of what loading it costs, and waits for what the screen shows.
 * Loads the app where none is loaded yet, and where only the query changes, as the screen then stays.
 */
export const visit = async (page: Page, path: string): Promise<void> => {
  const isWithin = await page.evaluate(to => {
    const main = document.querySelector('main')
    if (!main || new URL(to, window.location.href).pathname === window.location.pathname) return false
    main.dataset.left = ''
    return true
  }, path)
  if (!isWithin) return arrive(page, path)
  await followTo(page, path)
  await page.locator('main:not([data-left])').waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await loaded(page)
}

/** Axe with `target-size` on, names that contain what is shown, and no sideways scrolling. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run({
      rules: { 'target-size': { enabled: true } },
      resultTypes: ['violations'],
    }),
  )
  const found = violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)}`))
  expect.soft(found, page.url()).toEqual([])
  expect.soft(await listMislabeled(page), page.url()).toEqual([])
  // a phone makes its window wider where the page is: what it was given counts
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect.soft(wide, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** For looking at: `PICTURES=folder` keeps a picture of each screen there. */
export const saveScreenshot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (!folder) return
  await settled(page)
  await page.screenshot({ path: `${folder}/${name}.png` })
}
