// What a screen reader says by itself on the pages of a context: changes of live regions, and a focus that the app moved.
import type { BrowserContext, Page } from 'playwright-core'

/** In the page. */
const listen = () => {
  const { speak } = window as unknown as { speak: (text: string) => void }
  /** a change is read once nothing changes for so long, and only if it is still there */
  const settledMs = 150
  const live = '[aria-live], [role=status], [role=alert], [role=log]'
  const atomic = '[role=status], [role=alert]'

  const textOf = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof HTMLElement) || node.ariaHidden === 'true' || !node.checkVisibility()) return ''
    return ` ${[...node.childNodes].map(textOf).join('')} `
  }
  const clean = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/ ([.,])/g, '$1')
      .trim()
  const byIds = (ids: string | null) =>
    clean(
      (ids ?? '')
        .split(' ')
        .map(id => textOf(document.getElementById(id) ?? document.createTextNode('')))
        .join(' '),
    )
  const nameOf = (element: Element) => {
    if (element.matches('main')) return document.title
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].map(textOf).join(' ') : ''
    const name = element.getAttribute('aria-label') || byIds(element.getAttribute('aria-labelledby')) || clean(labels)
    return name || (element.matches('section, form') ? '' : clean(textOf(element)))
  }
  const kindOf = (element: Element) => element.getAttribute('role') ?? element.tagName.toLowerCase()

  /** The outermost live region around it, up to what is not announced. */
  const regionOf = (node: Node): Element | undefined => {
    let found: Element | undefined
    for (let at = node instanceof Element ? node : node.parentElement; at; at = at.parentElement) {
      if (at.getAttribute('aria-live') === 'off') break
      if (at.matches(live)) found = at
    }
    return found
  }
  const changed = new Map<Element, Set<Node>>()
  const last = new WeakMap<Element, string>()
  let timer: ReturnType<typeof setTimeout>
  const read = () => {
    for (const [region, nodes] of changed) {
      if (!region.isConnected || region.ariaBusy === 'true') continue
      const parts = region.matches(atomic) ? [region] : [...nodes].filter(node => node.isConnected)
      const text = clean(
        parts
          .filter(part => !parts.some(other => other !== part && other.contains(part)))
          .map(textOf)
          .join(' '),
      )
      if (text && last.get(region) !== text) speak(text)
      last.set(region, text)
    }
    changed.clear()
  }
  const note = (node: Node) => {
    const region = regionOf(node)
    if (!region) return
    changed.set(region, (changed.get(region) ?? new Set()).add(node))
    clearTimeout(timer)
    timer = setTimeout(read, settledMs)
  }
  new MutationObserver(mutations => {
    for (const { type, target, addedNodes } of mutations) {
      if (type !== 'childList') note(target)
      for (const added of addedNodes) {
        if (regionOf(added) && regionOf(added) !== added) note(added)
        // of regions that come with their text, these are announced
        else if (added instanceof Element)
          for (const region of [added, ...added.querySelectorAll(atomic)]) if (region.matches(atomic)) note(region)
      }
      // a text that goes may come again
      const region = type === 'childList' && addedNodes.length === 0 ? regionOf(target) : undefined
      if (region && !clean(textOf(region))) last.delete(region)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true, attributeFilter: ['aria-busy'] })

  let own = false
  const byDriver = () => {
    own = true
    setTimeout(() => {
      own = false
    })
  }
  const onKey = ({ key }: KeyboardEvent) => {
    // comes before the timer on a busy machine
    own = false
    if (key === 'Tab') byDriver()
  }
  addEventListener('keydown', onKey, true)
  addEventListener('pointerdown', byDriver, true)
  addEventListener('focusin', ({ target }) => {
    if (own || !(target instanceof Element)) return
    const dialog = target.closest('[role=dialog], [role=alertdialog]')
    // a dialog is read with its question as soon as the focus is in it
    const around =
      dialog && dialog !== target && !dialog.contains(before) ? `${kindOf(dialog)} ${nameOf(dialog)}, ` : ''
    before = target
    speak(`→ ${around}${kindOf(target)} ${nameOf(target)}`.trim())
  })
  let before: Node | null = null
  Object.assign(window, { nameOf })
}

export type Listener = {
  /** What was said since the last call of `next`. */
  heard: () => string[]
  next: () => void
}

/** `plain` makes texts the same on each run: names of places, times, prices. What says only that something loads is left out. */
export const listenTo = async (context: BrowserContext, plain: (text: string) => string): Promise<Listener> => {
  let said: string[] = []
  await context.exposeBinding('speak', (_, text: string) => {
    if (text === 'Loading…') return
    // a focus that moves on interrupts what was being read
    if (text.startsWith('→') && said.at(-1)?.startsWith('→')) said.pop()
    said.push(plain(text))
  })
  await context.addInitScript(listen)
  return {
    heard: () => said,
    next: () => {
      said = []
    },
  }
}

/** Presses Tab until the focus is on the control of that name. */
export const tabTo = async (page: Page, name: string | RegExp): Promise<void> => {
  const seen: string[] = []
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const { nameOf } = window as unknown as { nameOf: (element: Element) => string }
      return document.activeElement ? nameOf(document.activeElement) : ''
    })
    if (typeof name === 'string' ? at === name : name.test(at)) return
    seen.push(at)
  }
  throw new Error(`Tab does not reach ${name}: ${seen.slice(0, 60).join(' | ')}`)
}
