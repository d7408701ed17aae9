// Failing chunks, the error view and where Back leads: D-05 to D-07.
import { expect } from 'vitest'
import { en as shell } from '../../web/src/app/frame/words.en.ts'
import { en as early } from '../../web/src/app/prerender/words.en.ts'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { en as ui } from '../../web/src/ui/words.en.ts'
import { expectAccessible } from '../screen-checks.ts'
import { expectAt, expectHeading, follow, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { driver, newDriver } = openVisitors()

/** A driver to whom the code of the feedback screen comes as `part.answer` says at the moment. */
const openWithPart = async (answer: 'missing' | 'silent' | 'there') => {
  const visitor = await newDriver(0)
  const { page, context } = visitor
  // what the worker keeps on the device would be there all the same
  await context.route('**/sw.js', route => route.abort())
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  const part = { answer }
  await page.route(/\/FeedbackScreen-[^/]*\.js/, route => {
    if (part.answer === 'missing') return route.fulfill({ status: 404, body: '' })
    if (part.answer === 'there') return route.continue()
  })
  await page.goto('/homepage')
  await expectHeading(page, /^Good/)
  return { ...visitor, part }
}

const chunkBuilt = ['web/src/platform/chunk.ts', 'web/src/app/frame/ErrorView.tsx']

statement(
  'D-05: a part that fails to load is ChunkLoadError, and the screen offers Reload',
  { built: chunkBuilt },
  async () => {
    const { page, context, part } = await openWithPart('missing')
    await go(page, '/feedback')
    await expectHeading(page, shell.errorHeading)
    await page.getByText(/^ChunkLoadError: /).waitFor()
    part.answer = 'there'
    await press(page, shell.reload)
    await expectHeading(page, 'Feedback')
    await context.close()
  },
)

statement('D-05: a new deployment’s stale part reloads once by itself', { built: chunkBuilt }, async () => {
  const { page, context, part } = await openWithPart('missing')
  let loads = 0
  page.on('domcontentloaded', () => {
    loads++
    part.answer = 'there'
  })
  await go(page, '/feedback')
  await expectHeading(page, 'Feedback')
  expect(loads).toBe(1)
  await context.close()
})

statement('D-05: the limit is 120 s', { built: chunkBuilt }, async () => {
  const { page, context, part } = await openWithPart('missing')
  // it reloads by itself once; the next failure is shown
  await go(page, '/feedback')
  await expectHeading(page, shell.errorHeading)
  part.answer = 'silent'
  await page.clock.install()
  await page.reload({ waitUntil: 'commit' })
  await page.getByText(shell.loading, { exact: true }).waitFor({ state: 'attached' })
  await page.clock.fastForward(90_000)
  expect(await page.getByRole('heading', { name: shell.errorHeading }).count()).toBe(0)
  await page.clock.fastForward(31_000)
  await expectHeading(page, shell.errorHeading)
  await page.getByText(/^ChunkLoadError: /).waitFor()
  await context.close()
})

statement(
  'D-108: a page whose scripts do not load says so, and Try again loads them',
  { built: ['web/src/app/prerender/load-failure.ts'] },
  async () => {
    const { page, context } = await openWithPart('there')
    const scripts = /\/assets\/(?!start-)[^/]*\.js/
    await page.route(scripts, route => route.fulfill({ status: 429, body: '' }))
    await page.reload()
    const alert = page.getByRole('alert').filter({ hasText: early.loadFailed })
    await alert.waitFor()
    await page.unroute(scripts)
    await alert.getByRole('button', { name: early.tryAgain }).click()
    await expectHeading(page, /^Good/)
    expect(await alert.count()).toBe(0)
    await go(page, '/feedback')
    await expectHeading(page, 'Feedback')
    await context.close()
  },
)

statement(
  'D-06: the error view has the recorded heading, the message, Home and Reload',
  { built: ['web/src/app/frame/ErrorView.tsx'] },
  async () => {
    const { page, context } = await openBroken()
    await expectHeading(page, 'Unexpected Application Error!')
    await page.getByRole('alert').getByText(/null/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: shell.reload }).waitFor()
    await page.unroute('**/api/Vehicle/List')
    await press(page, shell.home)
    await expectHeading(page, /^Good/)
    await context.close()
  },
)

/** A driver whose list of vehicles cannot be drawn. */
const openBroken = async () => {
  const visitor = await newDriver(0)
  await visitor.page.route('**/api/Vehicle/List', route => route.fulfill({ json: [null] }))
  await go(visitor.page, '/myvehicles')
  return visitor
}

statement(
  'D-07: back from a receipt leads to the screen the driver came from, else to /pastpark',
  { built: ['web/src/parking/sessions/ReceiptScreen.tsx', 'web/src/ui/Screen.tsx'] },
  async () => {
    const { page } = await driver()
    await page.goto('/confirmlocation')
    await press(page, ui.back)
    await expectAt(page, '/pastpark')
    // a link pressed in the prerendered Home would load Find Parking anew, without the app's history index
    await go(page, '/homepage')
    await follow(page, shell.findParking)
    await expectHeading(page, places.findParking)
    await page.evaluate(() => {
      const { idx } = window.history.state
      window.history.pushState({ idx: idx + 1, key: 'receipt', usr: null }, '', '/confirmlocation')
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
    })
    await expectHeading(page, parking.receipt)
    await press(page, ui.back)
    await expectAt(page, '/findparking')
  },
)

statement(
  'D-07: back from the plans leads to the screen the driver came from, else to /account',
  { built: ['web/src/money/subscription/SubscriptionScreen.tsx', 'web/src/ui/Screen.tsx'] },
  async () => {
    const { page } = await driver()
    await page.goto('/subscription')
    await expectHeading(page, 'Subscription')
    await press(page, ui.back)
    await expectAt(page, '/account')
  },
)
