// What a screen costs a phone: its own JavaScript, the work of opening it from the bottom bar, and ten years of sessions.
import * as parking from '@parkit/contract/parking/sessions'
import { chromium, type Page } from 'playwright-core'
import { registerDriver, require } from '../e2e/api.ts'
import { findBrowser, openContext } from '../e2e/browser.ts'
import { findLot } from '../e2e/places.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { signIn } from '../e2e/sign-in.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { closureOf, entry, manifest, sizeKb } from './bundle.ts'
import { report } from './figures.ts'
import { repeatSession } from './past-sessions-store.ts'

const limitKb = 40
const limitMs = 100
/** how much slower than this machine the phone is */
const slower = 4
const sessions = 10_000

const shared = closureOf(entry)
const own = Object.keys(manifest)
  .filter(source => source.endsWith('Screen.tsx'))
  .map(source => {
    const files = [...closureOf(source)].filter(file => !shared.has(file))
    return { source, kb: sizeKb(files) }
  })
  .sort((a, b) => b.kb - a.kb)
for (const { source, kb } of own.slice(0, 8))
  report({
    what: `own JavaScript of ${source}, brotli, without map and date picker`,
    value: kb,
    unit: 'kB',
    limit: limitKb,
  })

const { dataDir, remove } = newDataDir()
const postgres = await startPostgres({ dataDir })
const server = await startServer({ DATABASE_URL: postgres.connectionString })
const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] })
try {
  const driver = await registerDriver(server.address, 50)
  const { token } = driver
  const { ZoneNumber } = await findLot(server.address)
  const stay = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' }
  const { SessionId } = await require(server.address, parking.start, { body: stay }, { token })
  await require(server.address, parking.stop, { body: { SessionId } }, { token })
  await repeatSession(postgres.connectionString, SessionId, sessions - 1)

  const { page } = await openContext(browser, server.address)
  await signIn(page, driver)
  const client = await page.context().newCDPSession(page)
  // in processor time, which other work on the machine does not lengthen
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  /** Milliseconds of the main thread that something takes, as long on a phone. */
  const work = async (act: () => Promise<void>): Promise<number> => {
    const busy = async () => {
      const { metrics } = await client.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
    }
    await settled(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const before = await busy()
    await act()
    await settled(page)
    const taken = (await busy()) - before
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return taken
  }

  const bar = page.getByRole('navigation').getByRole('link')
  const labels = await bar.allInnerTexts()
  const open = (label: string) => bar.filter({ hasText: label }).click()
  // until the next frame, as browsers count it for INP; rows that are drawn when the browser is idle come later
  await page.evaluate(() => {
    const presses: number[] = []
    new PerformanceObserver(list => presses.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'event',
      durationThreshold: 16,
    } as PerformanceObserverInit)
    Object.assign(window, { presses })
  })
  const longestPress = () =>
    page.evaluate(() => Math.max(0, ...(window as unknown as { presses: number[] }).presses.splice(0)))
  // the second visit: a screen's code has come, its answers are a moment old
  for (const label of labels) await open(label).then(() => settled(page))
  for (const label of labels) {
    // found before it is slowed: looking for a link by its name is the test's work, not the press's
    const { x, y, width, height } = (await bar.filter({ hasText: label }).boundingBox())!
    await longestPress()
    const ms = await work(() => page.mouse.click(x + width / 2, y + height / 2))
    report({
      what: `opening ${label}, from the press to the next frame, processor ${slower} times slower`,
      value: await longestPress(),
      unit: 'ms',
      limit: limitMs,
    })
    report({
      what: `opening ${label}, main thread, processor ${slower} times slower`,
      value: ms,
      unit: 'ms',
      limit: limitMs,
    })
  }

  await page.goto('/pastpark')
  const rows = page.locator('.past__month a')
  await rows.first().waitFor()
  const shown = () => rows.count()
  const perPage: number[] = []
  const started = performance.now()
  for (let count = await shown(); count < sessions; count = await shown()) {
    perPage.push(
      await work(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        await page.waitForFunction(known => document.querySelectorAll('.past__month a').length > known, count)
      }),
    )
  }
  const mean = (part: number[]) => part.reduce((sum, ms) => sum + ms, 0) / part.length
  report({ what: `${sessions} past sessions scrolled to the first`, value: performance.now() - started, unit: 'ms' })
  report({ what: 'a page of past sessions at the top, main thread', value: mean(perPage.slice(0, 10)), unit: 'ms' })
  report({ what: 'a page of past sessions at the end, main thread', value: mean(perPage.slice(-10)), unit: 'ms' })
  const jump = await work(() => page.evaluate(() => window.scrollTo(0, 0)))
  report({ what: 'from there back to the top, main thread', value: jump, unit: 'ms' })
} finally {
  await browser.close()
  await server.end('SIGTERM')
  await postgres.stop()
  remove()
}

async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestIdleCallback(resolve))))
}
