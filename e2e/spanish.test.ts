// Spanish on every screen: chosen in the menu, in the next first picture, and nowhere an English text of the app.
import { expect, test } from 'vitest'
import { prepareScreens } from './file-setup.ts'
import { localeWords } from './locale-words.ts'
import { arrive, saveScreenshot, visit } from './screen-checks.ts'
import { chooseLanguage, signIn } from './sign-in.ts'

const screens = prepareScreens()

const dictionaries = import.meta.glob<Record<string, unknown>>('../web/src/**/*words.{en,es}.ts', { eager: true })
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []
const textsIn = (language: 'en' | 'es') =>
  Object.entries(dictionaries).flatMap(([file, words]) =>
    file.includes(`.${language}.`) ? textsOf(words[language]) : [],
  )
const spanish = new Set(textsIn('es'))
/** The names of the city's own rates are shown as the operator wrote them. */
const english = new Set(textsIn('en').filter(text => text.length > 3 && !spanish.has(text)))

test('a first visit is in the phone’s language, and a menu on the landing chooses another', async () => {
  const { page, context, faults } = await screens.open({ language: 'es' })
  // the first picture already, which the server chose
  const first = page.waitForResponse('**/parkit3')
  await arrive(page, '/parkit3')
  expect(await (await first).text()).toContain(localeWords.es.account.headline)
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.locator('summary').click()
  await chooseLanguage(page, 'hi')
  await page.getByRole('heading', { name: localeWords.hi.account.headline }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: localeWords.hi.account.headline }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the next page begins in Spanish, before any script', { timeout: 120_000 }, async () => {
  const { page, context } = await screens.open({ language: 'es' })
  await arrive(page, '/parkit3')
  await chooseLanguage(page, 'es')
  await page.getByRole('heading', { name: localeWords.es.account.headline }).waitFor()
  const next = await (await page.request.get('/parkit3')).text()
  expect(next).toMatch(/^<!doctype html>\s*<html lang="es"/i)
  expect(next).toContain(localeWords.es.account.headline)
  expect(next).toContain('manifest.es.webmanifest')
  await context.close()
})

test('every screen of a driver is in Spanish', { timeout: 600_000 }, async () => {
  expect(english.size).toBeGreaterThan(500)
  const { page, context, faults } = await screens.open({ language: 'es' })
  await page.goto('/parkit3')
  await chooseLanguage(page, 'es')
  await signIn(page, screens.driver)
  for (const path of screens.paths.driver) {
    await visit(page, path)
    const shown = await page
      .locator('body :not(script, style, template)')
      .evaluateAll(all => all.filter(one => one.childElementCount === 0).map(one => one.textContent.trim()))
    const labels = await page
      .locator('[aria-label]')
      .evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''))
    expect
      .soft(
        [...shown, ...labels].filter(text => english.has(text)),
        path,
      )
      .toEqual([])
    await saveScreenshot(page, `spanish${path.split('?')[0]!.replaceAll('/', '-')}`)
  }
  expect(faults).toEqual([])
  await context.close()
})
