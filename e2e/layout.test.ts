// Layout of every screen on a narrow phone, with large and long text, in each language and without motion.
import { addVehicle } from '@parkit/contract/driver/vehicles'
import { attempts } from '@parkit/contract/parking/attempts'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { en as pastWords } from '../web/src/parking/past/words.en.ts'
import { en as base } from '../web/src/parking/sessions/base-words.en.ts'
import { registerDriver, require } from './api.ts'
import { desktop, phone } from './browser.ts'
import { prepareScreens } from './file-setup.ts'
import {
  countLines,
  findBesideP,
  findFlaws,
  findSticking,
  isUncovered,
  setLetters,
  setSpacing,
  withLongTexts,
} from './layout.ts'
import { localeWords } from './locale-words.ts'
import { arrive, saveScreenshot, visit } from './screen-checks.ts'
import { becomeGuest, chooseLanguage, signIn } from './sign-in.ts'

const screens = prepareScreens()

/** The narrowest phone; as wide as 1280 pixels are at 400 %. */
const narrow = { width: 320, height: 640 }
/** A phone on which the browser shows its own bars. */
const low = { width: 390, height: 664 }
const usualLetters = 16
const languages = ['en', 'es', 'hi'] as const

const faces = [
  { who: 'nobody', language: 'en' },
  { who: 'nobody', language: 'es' },
  { who: 'nobody', language: 'hi' },
  { who: 'guest', language: 'en' },
  { who: 'driver', language: 'en' },
  { who: 'driver', language: 'es' },
  { who: 'driver', language: 'hi' },
] as const

test.each(faces)('$who, $language', { timeout: 600_000 }, async ({ who, language }) => {
  const { page, context } = await screens.open({ language })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/parkit3')
  await chooseLanguage(page, language)
  if (who === 'driver') await signIn(page, screens.driver)
  if (who === 'guest') await becomeGuest(page)
  for (const path of screens.paths[who]) {
    await page.setViewportSize(phone)
    await visit(page, path)
    const expectWhole = async (how: string) => {
      expect.soft(await findFlaws(page), `${path}, ${how}`).toEqual([])
      await saveScreenshot(page, `layout-${who}-${language}${path.split('?')[0]!.replaceAll('/', '-')}-${how}`)
    }
    const expectNothingBesideP = async (how: string) =>
      expect.soft(await findBesideP(page), `${path}, beside the P, ${how}`).toEqual([])
    await expectWhole('plain')
    await expectNothingBesideP('plain')
    await page.setViewportSize(low)
    await expectNothingBesideP('low')
    await page.setViewportSize(narrow)
    await expectWhole('narrow')
    await expectNothingBesideP('narrow')
    if (path === '/parkit3') {
      await page.locator('.language-menu > summary').click()
      await expectWhole('menu')
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize(phone)
    await setLetters(page, 2 * usualLetters)
    await expectWhole('large')
    await setLetters(page, usualLetters)
    if (language === 'en') await withLongTexts(page, () => expectWhole('long'))
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )
    expect.soft(moving, `${path} moves`).toBe(0)
  }
  await context.close()
})

/** 1280 × 1024 at 400 %, where nothing may stick; a phone on its side. */
const tiny = { width: 320, height: 256 }
const landscape = { width: 667, height: 375 }

test('a driver in a low window, on its side, with wide spacing, and with more contrast', {
  timeout: 300_000,
}, async () => {
  const { page, context } = await screens.open({})
  await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' })
  await page.goto('/parkit3')
  await signIn(page, screens.driver)
  for (const path of screens.paths.driver) {
    await page.setViewportSize(tiny)
    await visit(page, path)
    expect.soft(await findFlaws(page), `${path}, low`).toEqual([])
    expect.soft(await findSticking(page), `${path} sticks`).toEqual([])
    await saveScreenshot(page, `tiny${path.split('?')[0]!.replaceAll('/', '-')}`)
    await page.setViewportSize(landscape)
    expect.soft(await findFlaws(page), `${path}, on its side`).toEqual([])
    await page.setViewportSize(phone)
    await page.emulateMedia({ forcedColors: 'active' })
    await setSpacing(page, true)
    expect.soft(await findFlaws(page), `${path}, wide spacing`).toEqual([])
    await setSpacing(page, false)
    await page.emulateMedia({ forcedColors: 'none' })
  }
  await context.close()
})

/** As when the driver looks at another window: they stay. */
const holdToasts = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('blur')))
const toastTop = (page: Page) =>
  page.evaluate(() => document.querySelector('.Toastify__toast')?.getBoundingClientRect().top ?? 0)

const pathOf = (name: string) => screens.paths.driver.find(path => path.startsWith(name))!

test.each(languages)('in sight on a low phone, %s', { timeout: 240_000 }, async language => {
  const { parking } = localeWords[language]
  const elsewhere = { latitude: 41.889, longitude: -87.634 }
  const { page, context, faults } = await screens.open({ language, size: low, position: elsewhere })
  await page.emulateMedia({ reducedMotion: 'reduce' })

  for (const size of [low, narrow]) {
    await page.setViewportSize(size)
    await arrive(page, '/parkit3')
    const lastWay = (await page.locator('.landing__ways > :last-child').boundingBox())!
    expect.soft(lastWay.y + lastWay.height, `ways in, ${size.width} wide`).toBeLessThanOrEqual(size.height)
  }
  await page.setViewportSize(low)
  await arrive(page, pathOf('/z/'))
  await page.locator('.banner').waitFor()
  const dockTop = (await page.locator('.dock').boundingBox())!.y
  const lowEnd = async (of: string) => {
    const box = (await page.locator(of).boundingBox())!
    return box.y + box.height
  }
  expect.soft(await lowEnd('.sign-page .choices'), 'times of a sign').toBeLessThanOrEqual(dockTop)
  await page.locator('.sign-page__price .kv--total').waitFor()
  expect.soft(await lowEnd('.sign-page__price .kv--total'), 'total of a sign').toBeLessThanOrEqual(dockTop)
  await saveScreenshot(page, `low-sign-${language}`)

  await signIn(page, screens.driver)
  await page.setViewportSize(phone)
  await arrive(page, pathOf('/dashboard'))
  await page.locator('.auto-extend__line').waitFor()
  const paid = await lowEnd('.dash__controls .list > :nth-child(2)')
  expect.soft(paid, 'what was paid').toBeLessThanOrEqual((await page.locator('.dash__dock').boundingBox())!.y)
  await page.setViewportSize(low)
  for (const way of ['.dash__dock > :first-child', '.dash__dock > :last-child', '.auto-extend .row__t'])
    expect.soft(await countLines(page.locator(way)), way).toBe(1)
  const toast = page.locator('.Toastify__toast')
  await page.locator('.extend > .btn--primary').click()
  await toast.waitFor()
  await holdToasts(page)
  await expect
    .poll(() => toastTop(page), { message: 'a toast is below the ring' })
    .toBeGreaterThanOrEqual(await lowEnd('.ring'))
  await saveScreenshot(page, `low-toast-${language}`)
  await page.getByRole('button', { name: parking.wrongPlate }).click()
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await expect
    .poll(async () => (await toastTop(page)) >= (await lowEnd('.sheet__top')), {
      message: 'a toast is below the head of a sheet',
    })
    .toBe(true)

  for (const size of [phone, low, narrow]) {
    await page.setViewportSize(size)
    await arrive(page, pathOf('/dashboard').replace('/dashboard', '/chatsupport'))
    await page.locator('.problem').waitFor()
    const parts = { field: 'textarea', send: '.composer__send', reason: '.problem .chip >> nth=0' }
    for (const [name, part] of Object.entries(parts))
      expect.soft(await isUncovered(page.locator(part)), `${name} of a problem, ${size.height} high`).toBe(true)
    await saveScreenshot(page, `problem-${size.height}-${language}`)
  }
  expect(faults).toEqual([])
  await context.close()
})

test('total and payment are above the button of the start sheet, with all that it can warn of', {
  timeout: 180_000,
}, async () => {
  // of a form that its state does not use, in a zone that closes in an hour and is full
  const body = {
    VehicleMake: 'HONDA',
    VehicleModel: 'CIVIC',
    VehicleColor: 'BLUE',
    VehicleYear: '2022',
    PlateState: 'Illinois',
    PlateNumber: 'WW 1W',
  }
  const { VehicleID } = await require(inject('address'), addVehicle, { body }, screens.driver)
  const zone = pathOf('/parkdetails').split('=')[1]!
  const hourMs = 3_600_000
  const closure = {
    Name: 'Street fair',
    StartsAt: new Date(Date.now() + hourMs).toISOString(),
    EndsAt: new Date(Date.now() + 30 * hourMs).toISOString(),
    Tow: true,
  }
  for (const language of languages) {
    const { page, context, faults } = await screens.open({ language, size: low })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.route(`**/api/Parking/Zone/${zone}*`, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), Closure: closure } })
    })
    await page.route('**/api/Parking/Quote', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), Warnings: ['full', 'cut_to_closure'] } })
    })
    await signIn(page, screens.driver)
    for (const size of [phone, low, narrow]) {
      await page.setViewportSize(size)
      await arrive(page, `/SelectVehicle?zone=${zone}&vehicle=${VehicleID}`)
      const button = page.getByRole('dialog').locator('.sheet__dock .btn--primary')
      for (const part of ['.start .banner >> nth=1', '.start__price', '.start__sum dd', '.start__sum .link'])
        await page.locator(part).waitFor()
      const top = (await button.boundingBox())!.y
      for (const part of ['.start__sum dd', '.start__sum .link']) {
        const box = (await page.locator(part).boundingBox())!
        expect.soft(box.y + box.height, `${part}, ${language}, ${size.height}`).toBeLessThanOrEqual(top + 1)
        expect.soft(await isUncovered(page.locator(part)), `${part}, ${language}, ${size.height}`).toBe(true)
      }
      expect.soft(await isUncovered(button), `the button, ${language}, ${size.height}`).toBe(true)
      expect.soft(await findFlaws(page), `start sheet, ${language}, ${size.height}`).toEqual([])
      await saveScreenshot(page, `start-warned-${size.height}-${language}`)
    }
    expect(faults).toEqual([])
    await context.close()
  }
})

test('the list over the map scrolls within its sheet', async () => {
  const { page, context } = await screens.open({})
  await becomeGuest(page)
  await visit(page, '/findparking')
  await page.locator('.detents__body .row').nth(7).waitFor()
  const sheet = await page.locator('.detents').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(sheet).toBeLessThanOrEqual(1)
  await context.close()
})

test('a toast on Home is below the greeting', async () => {
  const { page, context } = await screens.open({ size: low })
  await becomeGuest(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.nav a').nth(1).click()
  await page.locator('.Toastify__toast').waitFor()
  await holdToasts(page)
  const end = await page.locator('.home > .top').evaluate(greeting => greeting.getBoundingClientRect().bottom)
  await expect.poll(() => toastTop(page)).toBeGreaterThanOrEqual(end)
  await context.close()
})

test.each([desktop, { width: 1920, height: 1080 }])('on a screen $width wide', { timeout: 120_000 }, async size => {
  const { page, context, faults } = await screens.open({ size })
  await page.goto('/parkit3')
  await signIn(page, screens.driver)
  await page.locator('.home__map .city-map').waitFor()
  expect(await page.locator('.nav__me').getAttribute('href')).toBe('/profile')
  expect(await isUncovered(page.locator('.near-map__go .btn'))).toBe(true)
  await saveScreenshot(page, `wide-home-${size.width}`)
  await visit(page, pathOf('/dashboard'))
  const controls = (await page.locator('.dash__controls').boundingBox())!
  const stop = (await page.locator('.dash__controls .btn--danger').boundingBox())!
  expect(stop.y).toBeGreaterThan(controls.y)
  expect(stop.y + stop.height).toBeLessThan(size.height)
  await saveScreenshot(page, `wide-dashboard-${size.width}`)

  // closed, a sheet is gone, and the screen that opened it is back
  await visit(page, '/homepage')
  const { parking } = localeWords.en
  const zone = pathOf('/parkdetails').split('=')[1]!
  await page.getByLabel(base.zoneNumber).fill(zone)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: parking.startTitle([...zone].join(' ')) }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL('**/homepage')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // offline requests have no row while there are none
  const requests = page.waitForResponse(`**${attempts.path}`)
  await visit(page, '/profile')
  await (await requests).finished()
  expect(await page.locator('main a[href="/attempts"]').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('a driver without sessions reads so once, with the screen’s usual edges', async () => {
  const driver = await registerDriver(inject('address'), 0, [])
  const { page, context } = await screens.open({ size: low })
  await page.goto('/parkit3')
  await signIn(page, driver)
  await visit(page, '/mappage')
  const said = page.getByRole('heading', { name: pastWords.noneTitle })
  await said.waitFor()
  expect((await said.boundingBox())!.x).toBe(16)
  await page.setViewportSize(desktop)
  await said.first().waitFor()
  await page.locator('.map-pane').waitFor()
  await page.locator('.past__side > .map-box').waitFor()
  expect(await said.count()).toBe(1)
  await context.close()
})
