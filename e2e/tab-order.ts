// Tab over a screen or a dialog: every control is reached in the order of the page, shows its focus, and is not covered.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Numbers the controls that Tab should reach, in page order, and stores how each looks without the focus.
 * Returns their count. The focus is then before all of them.
 */
export const numberControls = (page: Page): Promise<number> =>
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

/** Every control of the screen, or of the dialog over it, is reached in order, marked, and uncovered. `where` is said of what is not. */
export const expectTabReaches = async (page: Page, where: string): Promise<void> => {
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
  expect.soft(missedNames, `${where}: not reached`).toEqual([])
  expect.soft(reached, `${where}: order`).toEqual([...reached].sort((a, b) => a - b))
  expect
    .soft(
      stops.filter(({ marked }) => !marked).map(({ name }) => name),
      `${where}: no mark`,
    )
    .toEqual([])
  expect
    .soft(
      stops.filter(({ seen }) => !seen).map(({ name }) => name),
      `${where}: covered`,
    )
    .toEqual([])
}
