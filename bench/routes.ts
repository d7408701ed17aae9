// Every address of the app opened within it, on a slow phone: processor time, and time until the screen is shown: `node bench/routes.ts`.
import { chromium, type Page } from 'playwright-core'
import { findBrowser, openContext } from '../e2e/browser.ts'
import { prepare } from '../e2e/paths.ts'
import { followTo, visit } from '../e2e/screen-checks.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { becomeGuest, signIn } from '../e2e/sign-in.ts'
import { report } from './figures.ts'
import { median } from './growth.ts'
import { mainThread, settle } from './main-thread.ts'

const limitMs = 150
const slower = 4
/** `node bench/routes.ts 3 /account`: how often, and which addresses begin so. */
const [runs = '3', ...wanted] = process.argv.slice(2)

/** Milliseconds from the change of the address to the frame that shows the screen. */
const show = async (page: Page, path: string): Promise<number> => {
  await page.evaluate(() => {
    const before = document.querySelector('main')
    const started = performance.now()
    const look = () => {
      const main = document.querySelector('main')
      if (!main || main === before) return requestAnimationFrame(look)
      // after the frame that this comes before
      setTimeout(() => Object.assign(window, { shownMs: performance.now() - started }))
    }
    Object.assign(window, { shownMs: undefined })
    requestAnimationFrame(look)
  })
  await followTo(page, path)
  const shown = await page.waitForFunction(() => (window as unknown as { shownMs?: number }).shownMs)
  return (await shown.jsonValue())!
}

/** `from`: two screens to come from, of which one is not the one that is opened. */
const measure = async (page: Page, who: string, paths: string[], from: [string, string]) => {
  const thread = await mainThread(page)
  for (const path of paths.filter(path => wanted.length === 0 || wanted.some(start => path.startsWith(start)))) {
    const start = from.find(other => !path.startsWith(other))!
    const seen: { workMs: number; shownMs: number }[] = []
    // the first time it only loads its code
    for (let run = 0; run <= Number(runs); run++) {
      await visit(page, start)
      await settle(page, thread)
      await thread.slow(slower)
      const before = await thread.busyMs()
      const shownMs = await show(page, path)
      await settle(page, thread)
      const workMs = (await thread.busyMs()) - before
      await thread.slow(1)
      if (run > 0) seen.push({ workMs, shownMs })
    }
    const what = `${path.split('?')[0]} of ${who}, processor ${slower} times slower`
    const of = (key: 'workMs' | 'shownMs') => median(seen.map(one => one[key]))
    report({ what: `${what}: main thread`, value: of('workMs'), unit: 'ms', limit: limitMs })
    report({ what: `${what}: shown after`, value: of('shownMs'), unit: 'ms' })
  }
}

const { dataDir, remove } = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] })
try {
  const { driver, paths } = await prepare(server.address)
  const open = async () => (await openContext(browser, server.address)).page
  const drivers = await open()
  await signIn(drivers, driver)
  await measure(drivers, 'a driver', paths.driver, ['/supportpage', '/notifications'])
  const guests = await open()
  await becomeGuest(guests)
  await measure(guests, 'a guest', paths.guest, ['/supportpage', '/findparking'])
  const others = await open()
  // staff's own screens are not part of a phone's app
  const open_ = paths.nobody.filter(path => path !== '/desk')
  await visit(others, '/terms')
  await measure(others, 'nobody', open_, ['/terms', '/parkit3'])
} finally {
  await browser.close()
  await server.end('SIGTERM')
  remove()
}
