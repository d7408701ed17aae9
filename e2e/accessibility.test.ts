// Axe on every screen: phone and desktop, light and dark, English and Hindi, without an error in the console.
import { describe, expect, test } from 'vitest'
import { desktop, phone } from './browser.ts'
import { prepareScreens } from './file-setup.ts'
import { expectAccessible, saveScreenshot, visit } from './screen-checks.ts'
import { becomeGuest, chooseLanguage, signIn } from './sign-in.ts'

const looks = [
  { size: phone, theme: 'light', language: 'en' },
  { size: phone, theme: 'dark', language: 'hi' },
  { size: desktop, theme: 'light', language: 'hi' },
  { size: desktop, theme: 'dark', language: 'en' },
] as const

/** Every screen is seen as most drivers see it; these in every look. */
const everywhere =
  /^\/(parkit3|login|register|homepage|findparking|findParkingMap|SelectVehicle|dashboard|confirmlocation|account|profile)\b/
const seenIn = (look: (typeof looks)[number], all: string[]) =>
  look === looks[0] ? all : all.filter(path => everywhere.test(path))

const screens = prepareScreens()

describe.each(looks)('$size.width px, $theme, $language', look => {
  const name = `${look.size.width}-${look.theme}-${look.language}`

  test('public screens pass axe', async () => {
    const { page, faults, context } = await screens.open(look)
    await page.goto('/parkit3')
    await chooseLanguage(page, look.language)
    for (const path of seenIn(look, screens.paths.nobody)) {
      await visit(page, path)
      await expectAccessible(page)
      await saveScreenshot(page, `${name}${path.replaceAll('/', '-')}`)
    }
    expect(faults).toEqual([])
    await context.close()
  })

  test('a driver’s screens pass axe', async () => {
    const { page, faults, context } = await screens.open(look)
    await page.goto('/parkit3')
    await chooseLanguage(page, look.language)
    await signIn(page, screens.driver)
    for (const path of seenIn(look, screens.paths.driver)) {
      await visit(page, path)
      await expectAccessible(page)
      await saveScreenshot(page, `${name}${path.split('?')[0]!.replaceAll('/', '-')}`)
    }
    expect(faults).toEqual([])
    await context.close()
  })
})

test('a guest’s screens pass axe', async () => {
  const { page, faults, context } = await screens.open()
  await becomeGuest(page)
  for (const path of screens.paths.guest) {
    await visit(page, path)
    await expectAccessible(page)
  }
  expect(faults).toEqual([])
  await context.close()
})
