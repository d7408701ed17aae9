// The map of Find Parking on a slow phone: first signs, frames while it is dragged, the main thread's work, bytes: `node bench/map.ts`.
import { chromium, type Page } from 'playwright-core'
import { registerDriver } from '../e2e/api.ts'
import { findBrowser, openContext, phone } from '../e2e/browser.ts'
import { visit } from '../e2e/screen-checks.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { signIn } from '../e2e/sign-in.ts'
import { mapFiles, sizeKb } from './bundle.ts'
import { report } from './figures.ts'
import { median, quantiles } from './growth.ts'
import { mainThread, settle } from './main-thread.ts'

const runs = Number(process.argv[2] ?? 5)
/** how much slower than this machine the phone is */
const slower = 4
/** A drag: so many moves of so many pixels. */
const drag = { moves: 45, px: 5 } as const

/** Milliseconds until the first sign stands on the map, from a change of the address within the app. */
const firstSigns = async (page: Page): Promise<number> => {
  const before = Date.now()
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('nav a[href="/findparking"]')!.click())
  await page.locator('.city-map .pin').first().waitFor()
  return Date.now() - before
}

/** The intervals between frames while something goes on. */
const framesDuring = async (page: Page, act: () => Promise<unknown>): Promise<number[]> => {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const next = (now: number) => {
      frames.push(now - last)
      last = now
      if ((window as unknown as { frames?: number[] }).frames === frames) requestAnimationFrame(next)
    }
    Object.assign(window, { frames })
    requestAnimationFrame(next)
  })
  await act()
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: number[] }
    Object.assign(window, { frames: undefined })
    // the first began before
    return frames.slice(1)
  })
}

/** A finger drags the map to and fro. */
const dragMap = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  let [x, y] = [195, 260]
  for (const direction of [-1, 1, -1, 1]) {
    await touch('touchStart', { x, y })
    for (let move = 0; move < drag.moves; move++) {
      x += direction * drag.px * (move % 2)
      y += direction * drag.px * ((move + 1) % 2)
      await touch('touchMove', { x, y })
    }
    await touch('touchEnd')
  }
}

report({ what: 'the map: script, worker, and styles, brotli', value: sizeKb(mapFiles), unit: 'kB', limit: 90 })

const { dataDir, remove } = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] })
try {
  const { page } = await openContext(browser, server.address, { size: phone })
  await signIn(page, await registerDriver(server.address, 50))
  const thread = await mainThread(page)
  const seen: { signsMs: number; still: number[]; frames: number[]; workMs: number }[] = []
  // the first time it only loads its code
  for (let run = 0; run <= runs; run++) {
    await visit(page, '/supportpage')
    await settle(page, thread)
    const signsMs = await firstSigns(page)
    await settle(page, thread)
    await thread.slow(slower)
    const still = await framesDuring(page, () => page.waitForTimeout(1_000))
    const busy = await thread.busyMs()
    const frames = await framesDuring(page, () => dragMap(page))
    const workMs = (await thread.busyMs()) - busy
    await thread.slow(1)
    if (run > 0) seen.push({ signsMs, still, frames, workMs })
  }
  const frames = seen.flatMap(one => one.frames)
  const slow = `processor ${slower} times slower`
  report({
    what: 'first signs on the map, warm',
    value: median(seen.map(one => one.signsMs)),
    unit: 'ms',
    limit: 1_000,
  })
  report({ what: `dragging the map, ${slow}: frames, p95`, value: quantiles(frames).p95, unit: 'ms', limit: 20 })
  // what the machine itself makes of it: with no graphics processor, frames are drawn by the same two cores
  const still = quantiles(seen.flatMap(one => one.still)).p95
  report({ what: `the map at rest, ${slow}: frames, p95`, value: still, unit: 'ms' })
  report({ what: `dragging the map, ${slow}: the longest frame`, value: Math.max(...frames), unit: 'ms' })
  report({
    what: `dragging the map, ${slow}: main thread per frame`,
    value: seen.reduce((sum, one) => sum + one.workMs, 0) / frames.length,
    unit: 'ms',
  })
} finally {
  await browser.close()
  await server.end('SIGTERM')
  remove()
}
