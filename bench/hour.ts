// An hour of use in a few minutes: how soon presses and typing show (INP), and what the page keeps in memory: `node bench/hour.ts`.
import { chromium, type Page } from 'playwright-core'
import { registerDriver } from '../e2e/api.ts'
import { findBrowser, openContext } from '../e2e/browser.ts'
import { findLot } from '../e2e/places.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { signIn } from '../e2e/sign-in.ts'
import { en as frame } from '../web/src/app/frame/words.en.ts'
import { en as places } from '../web/src/city/places/words.en.ts'
import { en as wallet } from '../web/src/money/wallet/words.en.ts'
import { en as parking } from '../web/src/parking/sessions/words.en.ts'
import { en as support } from '../web/src/support/overview/words.en.ts'
import { report } from './figures.ts'

/** `node bench/hour.ts 12`: a round is what a driver does in five minutes. */
const rounds = Number(process.argv[2] ?? 12)
const slower = 4
/** How much more the page may hold after the last round than after the second, which loads the last of the code. */
const growthLimit = 1.1
const limitMs = 100

/** Of a sentence, what comes before what it is told. */
const opening = (sentence: (told: string) => string) => sentence('#').split('#')[0]!

/** Keeps the longest event of each interaction, as the Event Timing API reports it. */
const watchInteractions = (page: Page) =>
  page.evaluate(() => {
    const longest = new Map<number, { ms: number; what: string }>()
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
        if (!entry.interactionId) continue
        const before = longest.get(entry.interactionId)
        if (before && before.ms >= entry.duration) continue
        const target =
          entry.target instanceof Element ? entry.target.closest('a, button, input, label, textarea') : null
        const what = `${entry.name} ${target?.tagName} ${target?.className} ${location.pathname}`
        longest.set(entry.interactionId, { ms: entry.duration, what })
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    Object.assign(window, { longest })
  })
const interactions = (page: Page) =>
  page.evaluate(() => [
    ...(window as unknown as { longest: Map<number, { ms: number; what: string }> }).longest.values(),
  ])

const { dataDir, remove } = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const browser = await chromium.launch({
  executablePath: findBrowser()!,
  args: ['--no-sandbox'],
})
try {
  const { ZoneNumber } = await findLot(server.address)
  const driver = await registerDriver(server.address, 400)
  const { page } = await openContext(browser, server.address)
  await signIn(page, driver)
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await watchInteractions(page)

  const bar = (label: string) => page.getByRole('navigation').getByRole('link', { name: label }).click()
  const main = page.getByRole('main')
  const press = (name: string | RegExp) => main.getByRole('button', { name }).click()
  const scroll = async () => {
    await page.mouse.wheel(0, 1_200)
    await page.mouse.wheel(0, -1_200)
  }

  /** Five minutes: parks, extends, stops, and looks at history, wallet, and support. */
  const use = async () => {
    await bar(frame.findParking)
    await page.getByLabel(places.search).pressSequentially(ZoneNumber, { delay: 60 })
    const row = main.getByRole('link', { name: new RegExp(ZoneNumber) }).first()
    await row.waitFor()
    await scroll()
    await row.click()
    await main.getByRole('link', { name: places.parkHere }).click()
    await page.getByRole('button', { name: /^Start parking, \$/ }).click()
    await page.waitForURL('**/dashboard*')
    await press(parking.plusMinutes(30))
    await press(/^Extend to /)
    await page.getByText(opening(parking.extended)).first().waitFor()
    await press(parking.stopParking)
    const question = page.getByRole('alertdialog')
    await question.getByText(opening(parking.stopFinal)).waitFor()
    await question.getByRole('button', { name: parking.stopParking }).click()
    await page.waitForURL('**/ClosingReceipt*')
    await main.getByRole('link', { name: parking.seeReceipt }).click()
    await page.getByText(parking.amountPaid).waitFor()
    await main.getByRole('link', { name: parking.ok }).click()
    await bar(frame.pastParkings)
    await main.locator('.past__month a').first().waitFor()
    await scroll()
    await main.locator('.past__month a').first().click()
    await page.waitForURL('**/ParkingSessionDetail*')
    await page.goBack()
    await bar(frame.account)
    await main.getByText(wallet.currentBalance).waitFor()
    await scroll()
    await bar(frame.support)
    await main.getByRole('link', { name: new RegExp(support.supportChat) }).click()
    await page.getByPlaceholder(support.askPlaceholder).pressSequentially('Which zone is this?', { delay: 60 })
    await page.keyboard.press('Enter')
    await page.goBack()
    await bar(frame.home)
  }

  /** What the page holds once all that can be collected is. */
  const held = async () => {
    await page.waitForTimeout(1_000)
    await client.send('HeapProfiler.collectGarbage')
    const { metrics } = await client.send('Performance.getMetrics')
    const of = (name: string) => metrics.find(metric => metric.name === name)!.value
    return { heap: of('JSHeapUsedSize') / 1_000_000, nodes: of('Nodes'), listeners: of('JSEventListeners') }
  }

  // the first rounds load the code, and fill the first pages of lists
  await use()
  await use()
  const first = await held()
  for (let round = 2; round < rounds; round++) await use()
  const last = await held()
  const all = (await interactions(page)).sort((a, b) => b.ms - a.ms)
  const at = (share: number) => all[Math.floor(all.length * (1 - share))]!.ms
  const what = `presses and letters of an hour, processor ${slower} times slower`
  console.log(`${all.length} presses and letters`)
  report({ what: `${what}: 75 % show within`, value: at(0.75), unit: 'ms', limit: limitMs })
  report({ what: `${what}: 98 % (INP)`, value: at(0.98), unit: 'ms' })
  for (const { ms, what } of all.slice(0, 8)) console.log(`  ${ms} ms ${what}`)
  for (const [name, key, unit] of [
    ['JavaScript heap', 'heap', 'MB'],
    ['DOM nodes', 'nodes', ''],
    ['event listeners', 'listeners', ''],
  ] as const)
    report({
      what: `${name} of the page after an hour`,
      value: last[key],
      unit,
      peer: { what: 'after ten minutes', value: first[key], limit: growthLimit },
    })
} finally {
  await browser.close()
  await server.end('SIGTERM')
  remove()
}
