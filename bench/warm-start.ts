// A warm start: how soon Home is there when the app opens from the phone, at a processor four times slower: `node bench/warm-start.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as parking from '@parkit/contract/parking/sessions'
import { chromium } from 'playwright-core'
import { type Driver, registerDriver, require } from '../e2e/api.ts'
import { findBrowser } from '../e2e/browser.ts'
import { findLot } from '../e2e/places.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { signIn } from '../e2e/sign-in.ts'
import { report } from './figures.ts'
import { median } from './growth.ts'

const limitMs = 300
const slower = 4
const runs = 9

/** Leaves a driver who is parked, and the app of this build, in the browser's profile. */
const install = async (profile: string, address: string, driver: Driver) => {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser()!,
    baseURL: address,
    args: ['--no-sandbox'],
    timezoneId: 'America/Chicago',
  })
  const page = await context.newPage()
  await signIn(page, driver)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.waitForLoadState('networkidle')
  await page.reload()
  await page.locator('.running').waitFor()
  await page.waitForLoadState('networkidle')
  await context.close()
}

/** A browser that nothing else is in: what tests put into a page would be slowed, and counted, with the page. */
const openBrowser = async (profile: string) => {
  const child = spawn(
    findBrowser()!,
    ['--headless', '--no-sandbox', '--no-first-run', `--user-data-dir=${profile}`, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  for await (const line of createInterface(child.stderr)) {
    const address = /^DevTools listening on ws:\/\/([^/]+)/.exec(line)?.[1]
    if (!address) continue
    child.stderr.resume()
    const close = async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    return { address: `http://${address}`, close }
  }
  throw new Error('The browser ended before it was ready.')
}

type Seen = { answerMs: number; paintMs: number; sessionMs: number }

/** Tells the milliseconds from the start of the navigation: to the page from the worker, to the first paint with content, and to a frame with the running session in it. */
const watch = (session: boolean) => `{
  let sessionMs
  const tell = () => {
    const paintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    if (!paintMs || (${session} && !sessionMs)) return setTimeout(tell, 50)
    const answerMs = performance.getEntriesByType('navigation')[0].responseEnd
    seen(JSON.stringify({ answerMs, paintMs, sessionMs }))
  }
  const look = () => {
    if (!document.querySelector('.running')) return requestAnimationFrame(look)
    // after the frame that this comes before
    setTimeout(() => { sessionMs = performance.now() })
  }
  if (${session}) requestAnimationFrame(look)
  addEventListener('load', tell)
}`

type Start = { offline?: boolean; session?: boolean; inPage?: string }

const start = async (browser: string, url: string, { offline = false, session = true, inPage }: Start = {}) => {
  const page = await (await fetch(`${browser}/json/new?about:blank`, { method: 'PUT' })).json()
  const socket = new WebSocket(page.webSocketDebuggerUrl)
  await once(socket, 'open')
  const waiting = new Map<number, (result: { result?: { value?: unknown } }) => void>()
  const { promise: seen, resolve: see } = Promise.withResolvers<Seen>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, method, params } = JSON.parse(data)
    waiting.get(id)?.(result)
    if (method === 'Runtime.bindingCalled') see(JSON.parse(params.payload))
  })
  let sent = 0
  const send = (method: string, params: object = {}) => {
    const { promise, resolve } = Promise.withResolvers<{ result?: { value?: unknown } }>()
    waiting.set(++sent, resolve)
    socket.send(JSON.stringify({ id: sent, method, params }))
    return promise
  }
  await send('Page.enable')
  await send('Runtime.enable')
  await send('Runtime.addBinding', { name: 'seen' })
  await send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 1, mobile: true })
  await send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (offline)
    await send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: 0,
      uploadThroughput: 0,
    })
  await send('Page.addScriptToEvaluateOnNewDocument', { source: watch(session) })
  await send('Page.navigate', { url })
  const times = await seen
  if (inPage) await send('Runtime.evaluate', { expression: inPage, awaitPromise: true })
  await fetch(`${browser}/json/close/${page.id}`)
  socket.close()
  return times
}

/** In place of every picture of Home: what remains is the browser's own. */
const emptyPages = `(async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const { url } of await cache.keys())
      if (url.includes('/prerendered/home.'))
        await cache.put(url, new Response('<!doctype html><h1>x</h1>', { headers: { 'content-type': 'text/html' } }))
  }
})()`

const { dataDir, remove } = newDataDir()
const profile = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const home = `${server.address}/homepage`
try {
  const driver = await registerDriver(server.address, 80)
  const { ZoneNumber } = await findLot(server.address)
  const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 120, PayWith: 'wallet' } as const
  await require(server.address, parking.start, { body }, { token: driver.token })
  await install(profile.dataDir, server.address, driver)
  const browser = await openBrowser(profile.dataDir)
  try {
    const measure = async (how: Start) => {
      const seen: Seen[] = []
      for (let run = 0; run < runs; run++) seen.push(await start(browser.address, home, how))
      return (what: keyof Seen) => Math.round(median(seen.map(times => times[what])))
    }
    // these fill the caches of compiled code
    for (let run = 0; run < 3; run++) await start(browser.address, home)
    const [online, offline] = [await measure({ offline: false }), await measure({ offline: true })]
    await start(browser.address, home, { inPage: emptyPages })
    const empty = await measure({ session: false })
    const peer = { what: 'an empty page from the same worker', value: empty('paintMs'), limit: 2 }
    for (const [signal, of] of Object.entries({ online, offline })) {
      const what = `Home ${signal}, processor ${slower} times slower`
      report({ what: `${what}: the worker answers`, value: of('answerMs'), unit: 'ms' })
      report({ what: `${what}: readable`, value: of('paintMs'), unit: 'ms', limit: limitMs, peer })
      report({ what: `${what}: its session painted`, value: of('sessionMs'), unit: 'ms', limit: limitMs, peer })
    }
  } finally {
    await browser.close()
  }
} finally {
  await server.end('SIGTERM')
  profile.remove()
  remove()
}
