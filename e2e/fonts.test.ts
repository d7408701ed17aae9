// The built fonts cover every character that pages show; rare characters load on demand.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, openContext } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a page declares one font face of the main family', async () => {
  const { context, page } = await openContext(browser, inject('address'))
  await page.goto('/terms')
  const files = () =>
    page.evaluate(
      () => [...document.fonts].filter(({ family }) => /^"?Instrument Sans Variable"?$/.test(family)).length,
    )
  await expect.poll(files).toBe(1)
  await context.close()
})

const ascii = String.fromCodePoint(...Array.from({ length: 0x5e }, (_, i) => 0x21 + i))

test.each([
  [`${ascii} © · × – — ‘’ “” … −`, 'latin-wdth'],
  ['José Muñoz • Straße € ™', 'latin-wght'],
  ['क्षत्रिय ज्ञान श्री ट्रैफ़िक ड्यूटी अँधेरा ऋण दुःख ₹', 'devanagari'],
])('every character has a font of ours: %s', async (text, file) => {
  const { context, page } = await openContext(browser, inject('address'))
  await page.goto('/terms')
  await page.getByRole('heading').first().waitFor()
  await page.evaluate(text => {
    const shown = Object.assign(document.createElement('p'), { id: 'shown', textContent: text })
    document.body.append(shown)
  }, text)
  await page.evaluate(
    text =>
      document.fonts
        .load('450 1rem "Instrument Sans Variable", "Noto Sans Devanagari Variable", "Instrument Sans Rare"', text)
        .then(() => undefined),
    text,
  )
  const cdp = await context.newCDPSession(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#shown' })
  const foreign = async () =>
    (await cdp.send('CSS.getPlatformFontsForNode', { nodeId })).fonts.filter(({ isCustomFont }) => !isCustomFont)
  await expect.poll(foreign).toEqual([])
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.some(name => name.includes(file))).toBe(true)
  await context.close()
})

const original = readFileSync(
  createRequire(join(import.meta.dirname, '../web/package.json')).resolve(
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wdth-normal.woff2',
  ),
)
const kerned = 'AVATAR To Ty. P. W Van Buren LT “Yes” Wabash Ave, 7th Fl. $4,171.70'

test.each([
  [400, 100, 0],
  [700, 100, 1],
  [400, 78, 1],
  [700, 78, 3],
])('rounded kerning sets text as the original does: weight %i, width %i %%', async (weight, stretch, mostPx) => {
  const { context, page } = await openContext(browser, inject('address'))
  await page.goto('/terms')
  await page.getByRole('heading').first().waitFor()
  const widths = await page.evaluate(
    async ({ font, text, style }) => {
      const bytes = Uint8Array.from(atob(font), letter => letter.charCodeAt(0))
      document.fonts.add(
        await new FontFace('Original', bytes, { weight: '400 700', stretch: '75% 100%' } as FontFaceDescriptors).load(),
      )
      await document.fonts.load('400 16px "Instrument Sans Variable"', text)
      const widthIn = (family: string, kerning: string) => {
        const shown = Object.assign(document.createElement('span'), { textContent: text })
        Object.assign(shown.style, { font: `16px "${family}"`, ...style, whiteSpace: 'nowrap', fontKerning: kerning })
        document.body.append(shown)
        return shown.getBoundingClientRect().width
      }
      return {
        ours: widthIn('Instrument Sans Variable', 'normal'),
        original: widthIn('Original', 'normal'),
        unkerned: widthIn('Original', 'none'),
      }
    },
    {
      font: original.toString('base64'),
      text: kerned,
      style: { fontWeight: String(weight), fontStretch: `${stretch}%` },
    },
  )
  expect(Math.abs(widths.ours - widths.original)).toBeLessThanOrEqual(mostPx + 0.01)
  expect(widths.unkerned - widths.ours).toBeGreaterThan(5)
  await context.close()
})
