// Layout of every screen on a narrow phone, with large and long text, in each language and without motion.
import { expect, test } from 'vitest'
import { phone } from './browser.ts'
import { prepareScreens } from './file-setup.ts'
import { findFlaws, setLetters, withLongTexts } from './layout.ts'
import { saveScreenshot, visit } from './screen-checks.ts'
import { becomeGuest, chooseLanguage, signIn } from './sign-in.ts'

const screens = prepareScreens()

/** The narrowest phone; as wide as 1280 pixels are at 400 %. */
const narrow = { width: 320, height: 640 }
const usualLetters = 16

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
    await expectWhole('plain')
    await page.setViewportSize(narrow)
    await expectWhole('narrow')
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
