// A new version beside an open screen: it waits, the old chunks keep working, and Reload activates it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as shell } from '../../web/src/app/frame/words.en.ts'
import { registerDriver } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { type HttpProxy, openHttpProxy } from '../http-proxy.ts'
import { saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

const address = inject('address')
const dist = join(import.meta.dirname, '../../web/dist')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The hashed names of the entry, of the site map's files and of the feedback screen, which the next build has under others. */
const assets = readdirSync(join(dist, 'assets')).filter(name =>
  /^(index|app|screens|FeedbackScreen)-.{8}\.js$/.test(name),
)
const nextName = (name: string) => name.replace(/-.{8}\.js$/, '-newbuild.js')
const renamed = (text: string) => assets.reduce((all, name) => all.replaceAll(name, nextName(name)), text)
const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

type Built = { version: string; files: { path: string; integrity?: string }[] }

/** The worker of the next build: its own version, its own names, and the pages with these names. */
const nextWorker = (text: string): string => {
  const [first = '', ...rest] = text.split('\n')
  const build = JSON.parse(first.replace(/^const build = /, '')) as Built
  const files = build.files.map(file => ({
    ...file,
    path: renamed(file.path),
    ...(file.path.endsWith('.html') && { integrity: hash(renamed(readFileSync(join(dist, file.path), 'utf8'))) }),
  }))
  return [`const build = ${JSON.stringify({ ...build, version: 'next', files })}`, ...rest].join('\n')
}

/** From now on the proxy leads to the next build; the old one's files are gone. */
const deploy = (proxy: HttpProxy) => {
  proxy.mapPath = path => assets.reduce((all, name) => all.replace(nextName(name), name), path)
  proxy.rewrite = (path, text) => {
    if (assets.some(name => path.endsWith(name))) return null
    return path === '/sw.js' ? nextWorker(text) : renamed(text)
  }
}

const loaded = (page: Page, part: string) =>
  page.evaluate(
    name =>
      performance
        .getEntriesByType('resource')
        .map(entry => entry.name)
        .filter(url => url.includes(name)),
    part,
  )

test('an open screen keeps working until the driver accepts the new version', async () => {
  expect(assets.length).toBeGreaterThanOrEqual(4)
  const driver = await registerDriver(address, 0)
  const proxy = await openHttpProxy(address)
  const { context, page, faults } = await openContext(browser, proxy.address)
  await signIn(page, driver)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 30_000,
  })
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  deploy(proxy)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.update())
  const ready = page.getByRole('button', { name: shell.reload, exact: true })
  await page.getByText(shell.newVersion).waitFor()
  await saveScreenshot(page, 'offline-new-version')

  // a part of the old version that was never loaded before is there, from the phone
  await page.evaluate(() => {
    window.history.pushState(null, '', '/feedback')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByRole('heading', { name: 'Feedback' }).waitFor()
  expect(await loaded(page, 'FeedbackScreen-newbuild')).toEqual([])
  expect(loads).toBe(0)

  await ready.click()
  await expect.poll(() => loads).toBe(1)
  await page.getByRole('heading', { name: 'Feedback' }).waitFor()
  expect(await loaded(page, 'FeedbackScreen-newbuild')).toHaveLength(1)
  await expect.poll(() => page.evaluate(() => caches.has('parkit-shell-next'))).toBe(true)
  expect(faults).toEqual([])
  await context.close()
  await proxy.close()
})
