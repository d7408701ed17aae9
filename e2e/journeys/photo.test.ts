// The driver's photo in a browser: chosen, cropped, saved, restored and removed.
import * as account from '@parkit/contract/driver/account'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as words } from '../../web/src/driver/account/photo/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { localeWords } from '../locale-words.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

let browser: Browser
/** As a phone takes it: red on the left, blue on the right, stored on its side. */
let large: Buffer
beforeAll(async () => {
  browser = await openBrowser()
  const half = { create: { width: 2_000, height: 3_000, channels: 3, background: '#c00' } } as const
  const seen = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#00c' } })
    .composite([{ input: half, gravity: 'west' }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  large = await sharp(seen).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer()
})
afterAll(() => browser.close())

const address = inject('address')
const patient = { timeout: 10_000 }

const choose = (page: Page, buffer: Buffer, mimeType = 'image/jpeg') =>
  page.getByLabel(words.choose, { exact: true }).first().setInputFiles({ name: 'IMG_1.JPG', mimeType, buffer })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** What the driver sees of it: red and blue at a quarter and three quarters across. */
const shown = (page: Page) =>
  page.locator('.photo img').evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 4 })
    const paint = canvas.getContext('2d')!
    paint.drawImage(image, 0, 0, 4, 4)
    const colour = (x: number) => [...paint.getImageData(x, 2, 1, 1).data.slice(0, 3)].map(value => value > 100)
    return { side: image.naturalWidth, left: colour(0), right: colour(3) }
  })
const red = [true, false, false]
const blue = [false, false, true]

test('a large photo is cropped, saved and still there after a reload; then removed, restored and removed', async () => {
  const driver = await registerDriver(address, 0)
  const { page, faults, context } = await openContext(browser, address)
  await signIn(page, driver)
  await page.goto('/profile')
  await button(page, words.add).waitFor()
  await choose(page, large)
  const frame = page.getByRole('application', { name: words.frame })
  await frame.waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-photo-place')
  await button(page, words.save).click()
  await button(page, words.change).waitFor()
  expect(await shown(page)).toEqual({ side: 512, left: red, right: blue })
  await page.reload()
  expect(await shown(page)).toEqual({ side: 512, left: red, right: blue })
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-photo')
  // no address with a token in it, and none that opens without one
  expect(await page.locator('.photo img').getAttribute('src')).toMatch(/^blob:/)

  // by keys alone: closer, then the picture moved right until only its red half is in the frame
  await choose(page, large)
  await frame.focus()
  for (const key of ['+', '+', '+', '+', '+', '+', '+', '+']) await page.keyboard.press(key)
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight')
  await button(page, words.save).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => shown(page), patient).toEqual({ side: 512, left: red, right: red })

  await page.getByRole('link', { name: localeWords.en.parking.home }).click()
  await page.locator('.home__me img').waitFor()
  await page.goBack()
  await button(page, words.change).click()
  await button(page, words.remove).waitFor()
  await saveScreenshot(page, 'journey-photo-present')
  await button(page, words.remove).click()
  await button(page, words.undo).click()
  await expect.poll(() => page.locator('.photo img').count(), patient).toBe(1)
  await page.goto('/editprofile')
  await button(page, words.change).click()
  await button(page, words.remove).click()
  await button(page, words.add).waitFor()
  const { PhotoUrl } = await require(address, account.profile, {}, { token: driver.token })
  expect(PhotoUrl).toBeNull()
  expect(faults).toEqual([])
  await context.close()
})

test('a file that is no image and a failed upload show an error where the photo was chosen', async () => {
  const driver = await registerDriver(address, 0)
  const { page, context } = await openContext(browser, address)
  await signIn(page, driver)
  await page.goto('/editprofile')
  await button(page, words.add).waitFor()
  await choose(page, Buffer.from('<svg onload="alert(1)">'), 'image/png')
  await page.getByText(words.unreadable).waitFor()
  await expectAccessible(page)
  await choose(page, large)
  await context.route('**/api/Account/Photo', route => route.abort())
  await button(page, words.save).click()
  await page.getByRole('alert').getByText('Server Not Responding').waitFor()
  await context.unroute('**/api/Account/Photo')
  await button(page, words.save).click()
  await button(page, words.change).waitFor()
  await context.close()
})
