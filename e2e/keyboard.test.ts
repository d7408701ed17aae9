// Keyboard use: Tab reaches every control with a visible focus, and a dialog traps the focus and returns it.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as placesWords } from '../web/src/city/places/words.en.ts'
import { en as profileData } from '../web/src/driver/account/data/words.en.ts'
import { en as accountWords } from '../web/src/driver/account/words.en.ts'
import { en as optionWords } from '../web/src/driver/options/words.en.ts'
import { en as parkingWords } from '../web/src/parking/sessions/words.en.ts'
import { en as deskWords } from '../web/src/staff/desk/words.en.ts'
import { en as ui } from '../web/src/ui/words.en.ts'
import { type Driver, registerDriver } from './api.ts'
import { desktop, openBrowser, openContext } from './browser.ts'
import { type Paths, prepare } from './paths.ts'
import { findLot } from './places.ts'
import { arrive, visit } from './screen-checks.ts'
import { signIn } from './sign-in.ts'
import { newStaff, openDesk } from './staff.ts'

let browser: Browser
let driver: Driver
let paths: Paths
let running: string
const address = inject('address')

beforeAll(async () => {
  browser = await openBrowser()
  ;({ driver, paths, running } = await prepare(address))
})
afterAll(() => browser.close())

/**
 * Numbers the controls that Tab should reach, in page order, and stores how each looks without the focus.
 * Returns their count. The focus is then before all of them.
 */
const numberControls = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')
    const root = [...dialogs].at(-1) ?? document.body
    const tabbable = 'a[href], button, summary, input, select, textarea, [tabindex]'
    const listControls = () =>
      [...root.querySelectorAll<HTMLElement>(tabbable)].filter(
        control =>
          control.tabIndex >= 0 &&
          !control.matches(':disabled, [type=hidden]') &&
          !control.closest('[inert], [aria-hidden=true]') &&
          control.checkVisibility({ visibilityProperty: true }) &&
          // Tab reaches only the checked radio of a group
          !(control instanceof HTMLInputElement && control.type === 'radio' && !control.checked),
      )
    const controls = listControls()
    /** The elements that can draw the focus ring: itself, its label, the element beside a hidden input. */
    const look = (at: Element) =>
      [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement]
        .filter(one => one != null)
        .map(one => `${getComputedStyle(one).outline}${getComputedStyle(one).boxShadow}`)
        .join()
    // a dialog can have the focus itself; on a page browsers differ in where Tab starts when nothing has it
    let start = root
    if (root === document.body) {
      start = document.getElementById('tab-start') ?? document.createElement('span')
      Object.assign(start, { id: 'tab-start', tabIndex: -1 })
      root.prepend(start)
    }
    start.focus({ preventScroll: true })
    for (const numbered of root.querySelectorAll<HTMLElement>('[data-number]')) delete numbered.dataset.number
    for (const [i, control] of controls.entries()) {
      control.dataset.number = String(i)
      control.dataset.look = look(control)
    }
    Object.assign(window, { look, listControls })
    return controls.length
  })

/** Controls that the screen has rendered since they were numbered. */
const countNewControls = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { listControls } = window as unknown as { listControls: () => HTMLElement[] }
    return listControls().filter(({ dataset }) => dataset.number === undefined).length
  })

type Stop = { number: number; name: string; marked: boolean; seen: boolean }

/** The focused control, whether its focus is marked and whether it is uncovered; null if the page has the focus. */
const readFocus = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return null
    const box = at.getBoundingClientRect()
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const label = at.closest('label') ?? document.querySelector(`label[for="${CSS.escape(at.id || '-')}"]`)
    const seen =
      box.width < 3 || (hit !== null && (at.contains(hit) || hit.contains(at) || Boolean(label?.contains(hit))))
    const { look } = window as unknown as { look: (at: Element) => string }
    const marked = at.dataset.look === undefined || at.dataset.look !== look(at)
    const name = at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40) ?? ''
    return { number: Number(at.dataset.number ?? -1), name: `${at.tagName} ${at.className} ${name}`, marked, seen }
  })

const walk = async (page: Page, most: number): Promise<Stop[]> => {
  const stops: Stop[] = []
  // a date has a stop for its day, its month and its year
  for (let i = 0; i < most + 10; i++) {
    await page.keyboard.press('Tab')
    const stop = await readFocus(page)
    if (!stop) break
    if (stop.number === stops.at(-1)?.number) continue
    // round once more
    if (stop.number >= 0 && stops.some(({ number }) => number === stop.number)) break
    stops.push(stop)
  }
  return stops
}

test('Tab reaches every control of every screen in order with a visible focus', {
  timeout: 600_000,
}, async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const expectReachable = async (path: string) => {
    await visit(page, path)
    let count: number
    let stops: Stop[]
    // the browser renders long lists and map signs when it is idle: Tab has to start over with the controls added since
    do {
      count = await numberControls(page)
      stops = await walk(page, count)
    } while ((await countNewControls(page)) > 0)
    const reached = stops.map(({ number }) => number).filter(number => number >= 0)
    const missed = Array.from({ length: count }, (_, i) => i).filter(i => !reached.includes(i))
    // a control removed meanwhile, as of a place that closed, cannot be reached
    const missedNames = await page.evaluate(
      numbers => numbers.flatMap(i => document.querySelector(`[data-number="${i}"]`)?.outerHTML.slice(0, 120) ?? []),
      missed,
    )
    expect.soft(missedNames, `${path}: not reached`).toEqual([])
    expect.soft(reached, `${path}: order`).toEqual([...reached].sort((a, b) => a - b))
    expect
      .soft(
        stops.filter(({ marked }) => !marked).map(({ name }) => name),
        `${path}: no mark`,
      )
      .toEqual([])
    expect
      .soft(
        stops.filter(({ seen }) => !seen).map(({ name }) => name),
        `${path}: covered`,
      )
      .toEqual([])
  }
  for (const path of paths.nobody) await expectReachable(path)
  await signIn(page, driver)
  for (const path of paths.driver) await expectReachable(path)
  await openDesk(page, await newStaff('Kay'))
  for (const path of paths.staff) await expectReachable(path)
  await context.close()
})

test('on the desk Tab starts at the first tab, whichever is selected', async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await openDesk(page, await newStaff('Kim'))
  await arrive(page, '/desk?view=log')
  const parts = page.getByRole('navigation', { name: deskWords.places }).getByRole('link')
  expect(await parts.last().getAttribute('aria-current')).toBe('page')
  await page.keyboard.press('Tab')
  expect(await parts.first().evaluate(part => part === document.activeElement)).toBe(true)
  await context.close()
})

test('a dialog takes the focus, traps it and returns it to the control that opened it', async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, driver)
  const dialogs: [path: string, opener: string][] = [
    ['/profile', optionWords.changeAmount('$15.00')],
    ['/profile', profileData.delete],
    ['/profile', accountWords.logout],
    [`/dashboard?session=${running}`, parkingWords.stopParking],
  ]
  for (const [path, name] of dialogs) {
    await arrive(page, path)
    const opener = page.getByRole('button', { name, exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await dialog.waitFor()
    const holds = () => dialog.evaluate(element => element.contains(document.activeElement))
    await expect.poll(holds, { message: name }).toBe(true)
    const count = await numberControls(page)
    for (let i = 0; i < count + 2; i++) {
      await page.keyboard.press('Tab')
      // past its last control a guard outside takes the focus and gives it back with the next frame
      await expect.poll(holds, { message: `${name}, Tab ${i + 1}` }).toBe(true)
    }
    await page.keyboard.press('Shift+Tab')
    await expect.poll(holds, { message: name }).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => opener.evaluate(element => element === document.activeElement), { message: name })
      .toBe(true)
  }
  await context.close()
})

test('arrow keys pan the map; Tab moves between signs without panning', async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await signIn(page, driver)
  await arrive(page, '/findparking')
  const map = page.getByRole('region', { name: placesWords.mapName })
  const signs = map.getByRole('button', { name: /zone \d+|zoom in to see each one/ })
  const again = page.getByRole('button', { name: placesWords.searchArea })
  await signs.first().waitFor()
  await map.focus()
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Tab')
    expect(await signs.evaluateAll(all => all.includes(document.activeElement as HTMLElement))).toBe(true)
  }
  expect(await again.count()).toBe(0)
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await again.waitFor()
  await context.close()
})

test('a place card takes the focus and returns it to the row or sign that opened it', async () => {
  const { page, context } = await openContext(browser, address, { size: desktop })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, driver)
  await arrive(page, '/findparking')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const card = page.locator('.place-card')
  const row = page.getByRole('list', { name: placesWords.places }).getByRole('button').nth(2)
  await row.focus()
  await page.keyboard.press('Enter')
  await card.waitFor()
  const name = await card.getAttribute('aria-label')
  await expect.poll(focused).toBe(name)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(ui.close)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/parkdetails?*')

  await arrive(page, '/findparking')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe(name)
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  expect(await row.evaluate(element => element === document.activeElement)).toBe(true)

  const sign = page.getByRole('button', { pressed: false, name: /, zone \d+, / }).first()
  const said = await sign.getAttribute('aria-label')
  await sign.focus()
  await page.keyboard.press('Enter')
  await card.waitFor()
  await expect.poll(focused).toBe(await card.getAttribute('aria-label'))
  await card.getByRole('button', { name: ui.close }).press('Enter')
  await card.waitFor({ state: 'detached' })
  await expect.poll(focused).toBe(said)
  await context.close()
})

test('a control that its own press makes unavailable keeps the focus', async () => {
  const { page, context, faults } = await openContext(browser, address, { size: desktop })
  const parked = await registerDriver(address, 80)
  const { ZoneNumber } = await findLot(address)
  await signIn(page, parked)
  await arrive(page, '/homepage')
  await visit(page, `/parkdetails?zone=${ZoneNumber}`)
  await page.getByRole('link', { name: placesWords.parkHere }).press('Enter')
  const less = page.getByRole('button', { name: ui.less(15) })
  await page.getByRole('button', { name: /^Start parking, \$/ }).waitFor()
  await less.focus()
  while (await less.isEnabled()) await less.press('Enter')
  await expect.poll(() => less.evaluate(button => button === document.activeElement)).toBe(true)
  // the sheet goes, and with it what had the focus
  await page.keyboard.press('Escape')
  await page.waitForURL('**/parkdetails?*')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(faults).toEqual([])
  await context.close()
})
