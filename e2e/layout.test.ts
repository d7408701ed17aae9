// Layout of every screen on a narrow phone, with large and long text, in Hindi and without motion.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Driver } from './api.ts'
import { openBrowser, openContext, phone } from './browser.ts'
import { findFlaws, lengthenTexts, setLetters } from './layout.ts'
import { type Paths, prepare } from './paths.ts'
import { arrive, saveScreenshot } from './screen-checks.ts'
import { becomeGuest, chooseLanguage, signIn } from './sign-in.ts'

let browser: Browser
let driver: Driver
let paths: Paths
const address = inject('address')

beforeAll(async () => {
  browser = await openBrowser()
  ;({ driver, paths } = await prepare(address))
})
afterAll(() => browser.close())

/** The narrowest phone; as wide as 1280 pixels are at 400 %. */
const narrow = { width: 320, height: 640 }
const usualLetters = 16

const faces = [
  { who: 'nobody', language: 'en' },
  { who: 'nobody', language: 'hi' },
  { who: 'guest', language: 'en' },
  { who: 'driver', language: 'en' },
  { who: 'driver', language: 'hi' },
] as const

test.each(faces)('$who, $language', { timeout: 600_000 }, async ({ who, language }) => {
  const { page, context } = await openContext(browser, address, { language })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/parkit3')
  await chooseLanguage(page, language)
  if (who === 'driver') await signIn(page, driver, language)
  if (who === 'guest') await becomeGuest(page)
  for (const path of paths[who]) {
    await page.setViewportSize(phone)
    await arrive(page, path)
    const expectWhole = async (how: string) => {
      expect.soft(await findFlaws(page), `${path}, ${how}`).toEqual([])
      await saveScreenshot(page, `layout-${who}-${language}${path.split('?')[0]!.replaceAll('/', '-')}-${how}`)
    }
    await expectWhole('plain')
    await page.setViewportSize(narrow)
    await expectWhole('narrow')
    await page.setViewportSize(phone)
    await setLetters(page, 2 * usualLetters)
    await expectWhole('large')
    await setLetters(page, usualLetters)
    if (language === 'en') {
      await lengthenTexts(page)
      await expectWhole('long')
    }
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )
    expect.soft(moving, `${path} moves`).toBe(0)
  }
  await context.close()
})
