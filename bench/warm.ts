// A warm start: how soon Home is there when the app opens from the phone, at a processor four times slower: `node bench/warm.ts`.
import * as parking from '@parkit/contract/parking'
import { type Browser, chromium, type Page } from 'playwright-core'
import { registerDriver, require } from '../e2e/api.ts'
import { findBrowser, openContext } from '../e2e/browser.ts'
import { findLot } from '../e2e/places.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { signIn } from '../e2e/sign-in.ts'

const limitMs = 300
const slower = 4
const runs = 9

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

type Seen = { answerMs: number; paintMs: number; sessionMs: number }

/** Milliseconds from the start of the navigation: to the page from the worker, to the first paint with content, and to the running session in it. */
const start = async (page: Page): Promise<Seen> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('.running')) Object.assign(window, { sessionMs: performance.now() })
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/homepage')
  await page.waitForFunction(() => 'sessionMs' in window)
  return page.evaluate(() => ({
    answerMs: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseEnd,
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    sessionMs: (window as unknown as { sessionMs: number }).sessionMs,
  }))
}

const measure = async (browser: Browser, address: string) => {
  const driver = await registerDriver(address, 80)
  const lot = await findLot(address)
  const body = { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 120, PayWith: 'wallet' } as const
  await require(address, parking.start, { body }, { token: driver.token })
  const { context, page } = await openContext(browser, address)
  await signIn(page, driver)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.waitForLoadState('networkidle')
  await page.close()
  for (const offline of [false, true]) {
    await context.setOffline(offline)
    const seen: Seen[] = []
    // the first one fills the caches of compiled code
    for (let run = -1; run < runs; run++) {
      const opened = await context.newPage()
      const times = await start(opened)
      if (run >= 0) seen.push(times)
      await opened.close()
    }
    const of = (what: keyof Seen) => Math.round(median(seen.map(times => times[what])))
    const signal = offline ? 'without a signal' : 'with a signal'
    console.log(
      `Home ${signal}: the worker answers after ${of('answerMs')} ms, readable after ${of('paintMs')} ms, the session in it after ${of('sessionMs')} ms (median of ${runs}, processor ${slower} times slower; limit ${limitMs} ms)`,
    )
  }
  await context.close()
}

const { dataDir, remove } = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] })
try {
  await measure(browser, server.address)
} finally {
  await browser.close()
  await server.end('SIGTERM')
  remove()
}
