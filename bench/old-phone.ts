// A five-year-old phone: from the icon to parked at a saved place, processor six times slower, on a 3G line: `node bench/old-phone.ts`.
import { savePlace } from '@parkit/contract/city/saved'
import * as parking from '@parkit/contract/parking/sessions'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Driver, registerDriver, require } from '../e2e/api.ts'
import { findBrowser, phone } from '../e2e/browser.ts'
import { findLot } from '../e2e/places.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { signIn } from '../e2e/sign-in.ts'
import { report } from './figures.ts'
import { median } from './growth.ts'
import { openSlowLine } from './slow-line.ts'

const limitMs = 15_000
const slower = 6
const [runs = '3'] = process.argv.slice(2)

/** Milliseconds from the press of the icon: to Home's first paint, to the press of the place, to the press that pays, to the running session. */
type Parts = { paintMs: number; placeMs: number; payMs: number; parkedMs: number }

/** In the page: presses each thing in the frame in which it can be pressed. */
const press = () => {
  const times: Partial<Parts> = {}
  const find = {
    placeMs: () => document.querySelector<HTMLElement>('a.saved-tile'),
    payMs: () =>
      [...document.querySelectorAll<HTMLButtonElement>('.start__dock .btn--primary')].find(
        button => button.ariaDisabled !== 'true' && /\$\d/.test(button.textContent ?? '') && button.checkVisibility(),
      ),
    parkedMs: () => document.querySelector<HTMLElement>('.dash .road'),
  }
  const steps = Object.keys(find) as (keyof typeof find)[]
  const look = () => {
    const step = steps[0]
    const found = step && find[step]()
    if (found) {
      times[step] = performance.now()
      steps.shift()
      if (step !== 'parkedMs') found.click()
    }
    if (steps.length > 0) return requestAnimationFrame(look)
    const paintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    Object.assign(window, { parts: { ...times, paintMs } })
  }
  requestAnimationFrame(look)
}

const profile = newDataDir()
const openPhone = async (baseURL: string): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await chromium.launchPersistentContext(profile.dataDir, {
    executablePath: findBrowser()!,
    baseURL,
    args: ['--no-sandbox'],
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  })
  return { context, page: context.pages()[0] ?? (await context.newPage()) }
}

/** Signed in, and the app with its service worker as a visit leaves them. */
const prepare = async (address: string, driver: Driver) => {
  const { context, page } = await openPhone(address)
  await signIn(page, driver)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.reload()
  await page.locator('a.saved-tile').waitFor()
  await context.close()
}

/** As after a year without a visit: signed in, and nothing of the app on the phone. */
const forgetApp = async (page: Page) => {
  await page.goto('/robots.txt')
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.goto('about:blank')
  const client = await page.context().newCDPSession(page)
  await client.send('Network.clearBrowserCache')
  await client.detach()
}

const { dataDir, remove } = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const line = await openSlowLine(server.address)
try {
  const driver = await registerDriver(server.address, 400)
  const { token } = driver
  const { ZoneNumber } = await findLot(server.address)
  await require(server.address, savePlace, { body: { ZoneNumber, Kind: 'work' } }, { token })
  await prepare(line.address, driver)

  const parkOnce = async (isFirst: boolean): Promise<Parts> => {
    const { context, page } = await openPhone(line.address)
    try {
      if (isFirst) await forgetApp(page)
      const client = await context.newCDPSession(page)
      await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
      await page.addInitScript(press)
      line.slow(true)
      await page.goto('/homepage', { waitUntil: 'commit' })
      const parts = await page.waitForFunction(() => (window as unknown as { parts?: Parts }).parts, undefined, {
        timeout: 60_000,
      })
      return (await parts.jsonValue())!
    } finally {
      line.slow(false)
      await context.close()
      const running = await require(server.address, parking.active, {}, { token })
      for (const { SessionId } of running)
        await require(server.address, parking.stop, { body: { SessionId } }, { token })
    }
  }

  for (const [what, isFirst] of [
    ['worker installed', false],
    ['nothing of the app on the phone', true],
  ] as const) {
    const seen: Parts[] = []
    // the first fills the caches of compiled code, which a phone in use has
    if (!isFirst) await parkOnce(false)
    for (let run = 0; run < Number(runs); run++) seen.push(await parkOnce(isFirst))
    const of = (part: keyof Parts) => Math.round(median(seen.map(parts => parts[part])))
    report({ what: `${what}: from the icon to Home’s first paint`, value: of('paintMs'), unit: 'ms' })
    report({ what: `${what}: to the press of a saved place`, value: of('placeMs'), unit: 'ms' })
    report({ what: `${what}: to the press of Start parking`, value: of('payMs'), unit: 'ms' })
    report({ what: `${what}: from the icon to parked`, value: of('parkedMs'), unit: 'ms', limit: limitMs })
  }
} finally {
  line.close()
  await server.end('SIGTERM')
  remove()
  profile.remove()
}
