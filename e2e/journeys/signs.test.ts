// Printed signs in a browser: the scanner and the page of a sign's link, before real signs and before a thief's stickers.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import encodeQR from 'qr'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readPdfCodes } from '../../server/src/city/signs/pdf-codes-testing.ts'
import { en as quick } from '../../web/src/driver/account/quick/words.en.ts'
import { en as signs } from '../../web/src/parking/signs/words.en.ts'
import { openBrowser, openContext, phone } from '../browser.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'

type Modules = boolean[][]

const address = inject('address')
const folder = mkdtempSync(join(tmpdir(), 'parkit-signs-'))
const command = (...options: string[]) =>
  execFileSync(process.execPath, [join(import.meta.dirname, '../../server/src/city/signs/print.ts'), ...options], {
    env: { ...process.env, DATABASE_URL: inject('databaseUrl'), PUBLIC_URL: address },
    encoding: 'utf8',
  })

let browser: Browser
let zone: string
/** As it is read from the printed sheet. */
let printed: { url: string; modules: Modules }
beforeAll(async () => {
  browser = await openBrowser()
  zone = (await findLot(address)).ZoneNumber
  command(folder, '--zone', zone, '--size', 'letter')
  const [sheet] = readdirSync(join(folder, 'letter'))
  printed = readPdfCodes(readFileSync(join(folder, 'letter', sheet!)))[0]!
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

const sticker = (text: string): Modules => encodeQR(text, 'raw', { border: 1 })

/** In the page: a camera that sees a yellow sheet with codes, the later over the earlier, and counts of what is asked. */
const holdUp = (sheet: { modules: Modules; at: number; size: number }[]) => {
  const canvas = document.createElement('canvas')
  canvas.width = 720
  canvas.height = 720
  const paper = canvas.getContext('2d')!
  const draw = () => {
    paper.fillStyle = '#ffcb05'
    paper.fillRect(0, 0, 720, 720)
    for (const { modules, at, size } of sheet) {
      paper.fillStyle = '#fff'
      paper.fillRect(at, at, size, size)
      const module = size / (modules.length + 8)
      paper.fillStyle = '#14171c'
      modules.forEach((row, y) => {
        row.forEach((dark, x) => {
          if (dark) paper.fillRect(at + (x + 4) * module, at + (y + 4) * module, module + 0.5, module + 0.5)
        })
      })
    }
  }
  setInterval(draw, 100)
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
  const asked = { positions: 0 }
  Object.assign(window, { asked })
  navigator.geolocation.getCurrentPosition = () => {
    asked.positions++
  }
}
const real = () => ({ modules: printed.modules, at: 160, size: 400 })
const over = (text: string) => ({ modules: sticker(text), at: 140, size: 440 })

/** A phone that nobody has used, before a sheet; `foreign`: what it asked of other sites. */
const standBefore = async (...sheet: ReturnType<typeof real>[]) => {
  const { page, context, faults } = await openContext(browser, address, { size: phone })
  const foreign: string[] = []
  context.on('request', request => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== address) foreign.push(request.url())
  })
  await page.addInitScript(holdUp, sheet)
  return { page, context, faults, foreign }
}

const parkButton = (page: Page) => page.getByRole('button', { name: /^Park here/ })

test('a real sign is scanned and parked at, without an account', async () => {
  expect(printed.url).toMatch(new RegExp(`^${address}/z/chicago/${zone}\\?s=\\d+\\.[\\w-]{14}$`))
  const { page, context, faults, foreign } = await standBefore(real())
  await page.goto('/scan')
  await page.getByText(signs.realSign).waitFor()
  await parkButton(page).and(page.locator(':enabled')).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-scan')
  await parkButton(page).click()
  await page.waitForURL(url => url.pathname === '/QuickParkRegister' && url.search.includes(zone))
  await page.getByRole('heading', { name: quick.quickPark }).waitFor()
  expect([faults, foreign]).toEqual([[], []])
  await context.close()
})

test('a sticker over a real sign leads nobody to a page to pay at', async () => {
  const ownPath = new URL(printed.url).pathname
  const own = new URL(address).host
  for (const [text, reason] of [
    // a payment page of the thief, with the real sign's path and signature
    [printed.url.replace(own, 'pay-parking.example'), signs.foreign('pay-parking.example', own)],
    [printed.url.replace('//', `//${own}@evil.example/`), signs.foreign('evil.example', own)],
    // links to this very site that no key of ours signed: a page of its own, another zone
    [`${address}/stripepage?zone=${zone}`, signs.unsigned],
    [`${address}${ownPath}?s=1.AAAAAAAAAAAAAA`, undefined],
    ['javascript:location="https://evil.example"', signs.notLink],
  ] as const) {
    const { page, context, faults, foreign } = await standBefore(real(), over(text))
    await page.goto('/scan')
    await page.getByRole('heading', { name: signs.notReal }).waitFor()
    if (reason) await page.getByText(reason).waitFor()
    expect(await parkButton(page).count()).toBe(0)
    const links = await page.locator('main a').evaluateAll(all => all.map(a => (a as HTMLAnchorElement).href))
    expect(links.filter(href => !href.startsWith(`${address}/`))).toEqual([])
    expect([new URL(page.url()).pathname, context.pages().length, foreign, faults]).toEqual(['/scan', 1, [], []])
    if (reason === signs.unsigned) {
      await expectAccessible(page)
      await saveScreenshot(page, 'journey-scan-sticker')
    }
    await context.close()
  }
})

test('the link of a sign says that it is verified before it asks for anything; a forged one offers no payment', async () => {
  const { page, context, faults } = await standBefore()
  await page.goto(printed.url)
  await page.getByText(signs.verified(zone)).waitFor()
  expect(await page.evaluate(() => (window as unknown as { asked: { positions: number } }).asked.positions)).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await parkButton(page).and(page.locator(':enabled')).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-sign')
  await parkButton(page).click()
  await page.waitForURL(url => url.pathname === '/QuickParkRegister' && url.search.includes(zone))

  await page.goto(`${printed.url.slice(0, -1)}${printed.url.endsWith('A') ? 'B' : 'A'}`)
  await page.getByRole('heading', { name: signs.notReal, level: 2 }).waitFor()
  expect([await parkButton(page).count(), await page.getByText(/verified/).count()]).toEqual([0, 0])

  // typed from the sign: parked at, and not called verified
  await page.goto(`/z/${zone}`)
  await page.getByText(signs.typed(zone)).waitFor()
  await parkButton(page).waitFor()
  expect(await page.getByText(signs.verified(zone)).count()).toBe(0)

  // a server that can't be asked verifies nothing
  await page.route('**/api/Sign/Check*', route => route.abort())
  await page.goto(printed.url)
  await page.getByRole('heading', { name: signs.unchecked, level: 2 }).waitFor({ timeout: 30_000 })
  expect([await parkButton(page).count(), faults]).toEqual([0, []])

  await page.unroute('**/api/Sign/Check*')
  const [, serial = ''] = /s=(\d+)/.exec(printed.url) ?? []
  expect(command('--retire', `${zone}-${serial}`)).toContain('no longer verified')
  await page.goto(printed.url)
  await page.getByRole('heading', { name: signs.retired }).waitFor()
  await context.close()
})
