// Early presses: how long Find Parking shows before the app handles input, and whether a press in that time takes effect.
import { type Browser, chromium } from 'playwright-core'
import { registerDriver } from '../e2e/api.ts'
import { findBrowser, openContext, phone } from '../e2e/browser.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { signIn } from '../e2e/sign-in.ts'
import { en as places } from '../web/src/city/places/words.en.ts'
import { report } from './figures.ts'
import { median } from './growth.ts'

const runs = Number(process.argv[2] ?? 5)
/** how much slower than this machine the phone is */
const slower = 4

const pressOnce = async (browser: Browser, address: string, replay: boolean) => {
  const { context, page } = await openContext(browser, address, { size: phone })
  await context.route('**/sw.js', route => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await signIn(page, await registerDriver(address, 50))
  await page.waitForLoadState('networkidle')
  const client = await context.newCDPSession(page)
  await client.send('Network.clearBrowserCache')
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
  // the app then finds no recorded press
  if (!replay)
    await page.addInitScript(() =>
      Object.defineProperty(window, 'earlyPresses', { get: () => undefined, set: () => undefined }),
    )
  await page.goto('/findparking', { waitUntil: 'commit' })
  const paintedMs = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  // found and pressed in one task: the app may replace the button in between
  await page.evaluate(text => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
    buttons.find(button => button.textContent?.includes(text))!.click()
  }, places.openNow)
  // React marks the elements that it has rendered
  const readyMs = await page.waitForFunction(() => {
    const button = document.querySelector('main button')
    return button && Object.keys(button).some(key => key.startsWith('__reactProps')) && performance.now()
  })
  await page.waitForTimeout(2_000)
  const windowMs = Number(await readyMs.jsonValue()) - Number(await paintedMs.jsonValue())
  const done = page.url().includes('open=now')
  await context.close()
  return { windowMs, done }
}

const { dataDir, remove } = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] })
try {
  const results = {
    with: [] as Awaited<ReturnType<typeof pressOnce>>[],
    without: [] as Awaited<ReturnType<typeof pressOnce>>[],
  }
  for (let run = 0; run < runs; run++)
    for (const kind of ['with', 'without'] as const)
      results[kind].push(await pressOnce(browser, server.address, kind === 'with'))
  for (const [kind, presses] of Object.entries(results)) {
    const doneCount = presses.filter(({ done }) => done).length
    const ms = median(presses.map(({ windowMs }) => windowMs))
    report({ what: `${kind} replay: presses of ${runs} that took effect`, value: doneCount, unit: 'presses' })
    report({ what: `${kind} replay: from the first paint to the app`, value: ms, unit: 'ms' })
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  remove()
}
