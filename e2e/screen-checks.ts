// Checks of a screen once it has settled: axe, no sideways scrolling, and screenshots on request.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

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

/** Goes there and waits for what the screen shows. A chat keeps its line open, so no silence is waited for. */
export const arrive = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await drawn(page)
  await page.getByRole('heading').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main .loading'))
  await settled(page)
}

/** Axe with `target-size` on, and no sideways scrolling. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await settled(page)
  // the default mode opens a second page for each run, to join results of foreign frames; no screen has one
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
    .analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)}`))
  expect.soft(found, page.url()).toEqual([])
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
