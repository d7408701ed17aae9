// §9 of the specification: business constants, money and date formats.
import { amountText } from '@parkit/contract/platform/money'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  dayMonthYear,
  localDateTime,
  localTime,
  utcDateTime,
  utcUsDateTime,
} from '../../web/src/platform/recorded-formats.ts'
import { chooseLanguage } from '../sign-in.ts'
import { callApi } from './api-client.ts'
import { withAnswer } from './mock-responses.ts'
import { expectHeading, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { driver } = openVisitors()

const money = ['contract/src/platform/money.ts']
const dates = ['web/src/platform/recorded-formats.ts']
const toasts = ['web/src/ui/toast-view.tsx']
const years = ['web/src/driver/vehicles/years.ts', 'web/src/driver/vehicles/YearField.tsx']

statement('§9 Money: en-US with exactly 2 decimals', { built: money }, () => {
  expect([1, 2.5, 1234.567, 0.1 + 0.2, -3].map(amountText)).toEqual(['1.00', '2.50', '1,234.57', '0.30', '-3.00'])
})

statement('§9 Money: 0.00 for empty or invalid values', { built: money }, () => {
  expect(['', ' ', null, undefined, Number.NaN, 'abc', {}].map(amountText)).toEqual(Array(7).fill('0.00'))
})

statement('§9 Dates: DD-MMM-YYYY', { built: dates }, () => {
  expect(dayMonthYear('2026-04-01')).toBe('01-Apr-2026')
})

for (const none of ['', null, undefined, '0000-00-00', 'no date'])
  statement(`§9 Dates: NA for ${none === '' ? 'empty' : none}`, { built: dates }, () => {
    expect(dayMonthYear(none)).toBe('NA')
  })

statement('§9 Dates: DD MMM YYYY, hh:mm A in UTC', { built: dates }, () => {
  expect(utcDateTime('2026-04-11T20:05:00Z')).toBe('11 Apr 2026, 08:05 PM')
})

statement('§9 Dates: MM/DD/yyyy, hh:mm A in UTC', { built: dates }, () => {
  expect(utcUsDateTime('2026-04-11T00:05:00Z')).toBe('04/11/2026, 12:05 AM')
})

statement('§9 Dates: hh:mm A', { built: dates }, () => {
  const at = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h12' })
  expect(localTime('2026-04-11T20:05:00Z')).toBe(at.format(Date.parse('2026-04-11T20:05:00Z')))
})

statement('§9 Dates: DD-MM-YYYY hh:mm A in local time', { built: dates }, () => {
  const at = '2026-04-15T12:00:00Z'
  expect(localDateTime(at)).toMatch(/^1[456]-04-2026 \d\d:\d\d [AP]M$/)
  expect(localDateTime(at).slice(11)).toBe(localTime(at))
})

statement(
  '§9 The vehicle list is at most 90 % of its container high, and scrolls',
  {
    built: ['web/src/driver/vehicles/vehicles.css'],
  },
  async () => {
    const { page } = await driver()
    await go(page, '/myvehicles')
    await expectHeading(page, 'Vehicle 1')
    const look = await page.locator('.garage').evaluate(list => {
      const { maxHeight, overflowY } = getComputedStyle(list)
      return { maxHeight, overflowY }
    })
    expect(look).toEqual({ maxHeight: '90%', overflowY: 'auto' })
  },
)

statement(
  'D-65: from 1024 px width, the vehicle list may fill its pane',
  {
    built: ['web/src/driver/vehicles/vehicles.css'],
  },
  async () => {
    const { page } = await driver()
    await go(page, '/myvehicles')
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await page.locator('.garage').evaluate(list => getComputedStyle(list).maxHeight)).toBe('none')
    await page.setViewportSize({ width: 390, height: 844 })
  },
)

statement('§9 Languages are en, the default, and hi', { built: ['web/src/platform/language.tsx'] }, async () => {
  const { page } = await driver()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  await go(page, '/profile')
  await chooseLanguage(page, 'hi')
  await chooseLanguage(page, 'en')
})

/** A toast stands on the screen: the profile that could not be saved. */
const withToast = async () => {
  const { page } = await driver()
  await go(page, '/profile')
  await go(page, '/editprofile')
  await page.getByLabel('Address', { exact: true }).fill('1 Main St')
  await page.getByLabel('City').fill('Chicago')
  await page.getByLabel('ZIP code').fill('60606')
  const answer = { status: 409, body: { message: 'Not today', Message: 'Not today' } }
  await withAnswer(page, '/api/Account/Update', answer, async () => {
    await press(page, 'Save')
    await page.locator('.Toastify__toast').waitFor()
  })
  return { page, toast: page.locator('.Toastify__toast') }
}

statement('§4 Toasts: at the top right', { built: toasts }, async () => {
  const { page, toast } = await withToast()
  expect(await page.locator('.Toastify__toast-container--top-right').count()).toBe(1)
  await toast.click()
  await toast.waitFor({ state: 'detached' })
})

/** No toast goes by itself while `during` runs. */
const withoutTimer = async (page: Page, during: () => Promise<void>) => {
  // by the document's own sheets: the page takes no style tag
  const sheet = await page.evaluateHandle(() => {
    const paused = new CSSStyleSheet()
    paused.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important }')
    document.adoptedStyleSheets.push(paused)
    return paused
  })
  await during()
  await sheet.evaluate(paused => paused.replaceSync(''))
}

statement('§4 Toasts: close on click', { built: toasts }, async () => {
  const { page, toast } = await withToast()
  await withoutTimer(page, async () => {
    await toast.click()
    await toast.waitFor({ state: 'detached' })
  })
})

statement('§4 Toasts: auto-close after 5000 ms, and pause while hovered', { built: toasts }, async () => {
  const { page, toast } = await withToast()
  const timer = toast.locator('.Toastify__progress-bar')
  const look = () =>
    timer.evaluate(bar => {
      const { animationDuration, animationPlayState } = getComputedStyle(bar)
      return [animationDuration, animationPlayState]
    })
  await page.mouse.move(5, 800)
  await expect.poll(look).toEqual(['5s', 'running'])
  await toast.hover()
  await expect.poll(look).toEqual(['5s', 'paused'])
  await page.mouse.move(0, 700)
  await expect.poll(look).toEqual(['5s', 'running'])
  await toast.waitFor({ state: 'detached', timeout: 15_000 })
})

statement('§4 Toasts: dragged to dismiss over 80 percent of their width', { built: toasts }, async () => {
  const { page, toast } = await withToast()
  const drag = async (share: number) => {
    const { x, y, width, height } = (await toast.boundingBox())!
    const from = { x: x + 4, y: y + height / 2 }
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + width * share, from.y, { steps: 6 })
    await page.mouse.up()
  }
  await page.locator('.Toastify__toast:not(.Toastify--animate)').waitFor()
  await withoutTimer(page, async () => {
    await drag(0.5)
    expect(await toast.count()).toBe(1)
    await page.locator('.Toastify__toast:not(.Toastify--animate)').waitFor()
    await drag(0.95)
    await toast.waitFor({ state: 'detached' })
  })
})

/** The years on the page of the picker. */
const openYears = async () => {
  const { page } = await driver()
  await go(page, '/profile')
  await go(page, '/addvehicles')
  await page.getByRole('button', { name: /^Year/ }).click()
  const dialog = page.getByRole('dialog')
  const shown = async () => (await dialog.getByRole('button', { name: /^\d{4}$/ }).allTextContents()).map(Number)
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(0)
  return { page, dialog, shown }
}

statement('§9 Year picker: 12 years a page from 1900', { built: years }, async () => {
  const { page, dialog, shown } = await openYears()
  const earlier = dialog.getByRole('button', { name: 'Earlier years' })
  while (await earlier.isEnabled()) {
    const [first] = await shown()
    await earlier.click()
    const page = Array.from({ length: 12 }, (_, n) => first! - 12 + n)
    await expect.poll(shown).toEqual(page)
  }
  expect((await shown())[0]).toBe(1900)
  await page.keyboard.press('Escape')
})

statement('D-21: years from 1900 to next year', { built: years }, async () => {
  const { page, dialog, shown } = await openYears()
  expect((await shown()).at(-1)).toBe(new Date().getUTCFullYear() + 1)
  expect(await dialog.getByRole('button', { name: 'Later years' }).isEnabled()).toBe(false)
  await page.keyboard.press('Escape')
  const { token } = await driver()
  const fields = { VehicleMake: 'HONDA', VehicleModel: 'CIVIC', PlateState: 'Ohio', VehicleColor: 'BLUE' }
  for (const [year, status] of [
    [1899, 400],
    [1900, 200],
    [new Date().getUTCFullYear() + 1, 200],
    [new Date().getUTCFullYear() + 2, 400],
  ] as const) {
    const body = { ...fields, PlateNumber: `Y ${year}`, VehicleYear: String(year) }
    expect([year, (await callApi('POST /api/Vehicle/Add', body, { token })).status]).toEqual([year, status])
  }
})

statement('§4 Toasts: pause on window blur', { built: toasts }, async () => {
  const { page, toast } = await withToast()
  const look = () => toast.locator('.Toastify__progress-bar').evaluate(bar => getComputedStyle(bar).animationPlayState)
  await page.mouse.move(5, 800)
  await expect.poll(look).toBe('running')
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect.poll(look).toBe('paused')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect.poll(look).toBe('running')
  await toast.click()
  await toast.waitFor({ state: 'detached' })
})
