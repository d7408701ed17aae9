// Watches every page of a browser context for a control that voice control does not find by what it shows: its name contains its text.
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/** In the page. */
const watchLabels = () => {
  const { labelMissed } = window as unknown as { labelMissed?: (fault: string) => void }
  const controls =
    'a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=slider], [role=option]'

  type Way = 'seen' | 'named'
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const { clipPath, position } = getComputedStyle(element)
    // what is for screen readers alone
    return width > 1 && height > 1 && !(position === 'absolute' && clipPath !== 'none')
  }
  /** A drawing (a card's mark too), a value, and what is only for the eye have no words of their own. */
  const textOf = (node: Node, way: Way): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof HTMLElement) || !node.checkVisibility({ visibilityProperty: true })) return ''
    if (node.matches('select, input, textarea, [role=img], .avatar, .card-mark'))
      return way === 'named' ? ` ${nameOf(node)} ` : ''
    if (way === 'named' && node.ariaHidden === 'true') return ''
    if (way === 'named' && node.ariaLabel) return ` ${node.ariaLabel} `
    if (way === 'seen' && getComputedStyle(node).display !== 'contents' && !isSeen(node)) return ''
    return ` ${node instanceof HTMLImageElement && way === 'named' ? node.alt : ''}${[...node.childNodes].map(child => textOf(child, way)).join('')} `
  }
  const labelsOf = (element: Element): Element[] => [...((element as HTMLInputElement).labels ?? [])]
  const nameOf = (element: Element): string => {
    const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id))
    const own = by.flatMap(one => (one ? textOf(one, 'named') : [])).join(' ') || element.ariaLabel
    if (own) return own
    if (!element.matches('input, select, textarea'))
      return [...element.childNodes].map(child => textOf(child, 'named')).join('')
    const labels = labelsOf(element).map(label => [...label.childNodes].filter(child => child !== element))
    const text = labels.flatMap(nodes => nodes.map(node => textOf(node, 'named'))).join(' ')
    return text.trim() ? text : (element.getAttribute('placeholder') ?? '')
  }
  /** What describes a control is shown beside its label. */
  const describes = (element: Element, node: Node) =>
    node instanceof Element && (element.getAttribute('aria-describedby') ?? '').split(' ').includes(node.id)
  const shownOf = (element: Element): string =>
    element.matches('input, select, textarea')
      ? labelsOf(element)
          .flatMap(label => [...label.childNodes].filter(child => !describes(element, child)))
          .map(child => textOf(child, 'seen'))
          .join(' ')
      : [...element.childNodes].map(child => textOf(child, 'seen')).join('')

  /** What is said: no marks, no case, and no single letter that stands for a picture. */
  const spoken = (text: string) => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')

  const faultOf = (control: Element): string | undefined => {
    const [name, shown] = [spoken(nameOf(control)), spoken(shownOf(control))]
    const at = `${location.pathname}: ${control.outerHTML.slice(0, 160)}`
    if (!name) return `no name, ${at}`
    if (shown.length > 1 && !` ${name} `.includes(` ${shown} `)) return `named “${name}”, shows “${shown}”, ${at}`
    return undefined
  }
  const isOffered = (control: Element) =>
    !control.closest('[inert], [aria-hidden=true]') && control.checkVisibility({ visibilityProperty: true })

  const told = new Set<string>()
  const check = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const label = target.closest('label')
    const control = target.closest(controls) ?? label?.control
    const fault = control && isOffered(control) && faultOf(control)
    if (!fault || told.has(fault)) return
    told.add(fault)
    labelMissed?.(fault)
  }
  for (const event of ['pointerdown', 'keydown', 'input']) addEventListener(event, check, true)
  const offered = () => [...document.querySelectorAll(controls)].filter(isOffered)
  Object.assign(window, {
    listMislabeled: () => offered().flatMap(control => faultOf(control) ?? []),
    listSaid: (words: string, kind: string) => {
      const said = spoken(words)
      const found = offered().filter(one => one.matches(kind) && ` ${spoken(nameOf(one))} `.includes(` ${said} `))
      const exact = found.filter(control => spoken(nameOf(control)) === said)
      return exact.length > 0 ? exact : found
    },
  })
}

/** What is pressed or filled is checked before it changes; each fault is told once. */
export const recordLabels = async (context: BrowserContext, tell: (fault: string) => void): Promise<void> => {
  await context.exposeBinding('labelMissed', (_, fault: string) => tell(fault))
  await context.addInitScript(watchLabels)
}

/** Of all controls that the page offers. */
export const listMislabeled = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { listMislabeled: () => string[] }).listMislabeled())

/** Presses, as voice control does, the one control named by these words; `kind` is said too where another kind bears the same name. */
export const say = async (page: Page, words: string, kind = '*'): Promise<void> => {
  type Window = { listSaid: (words: string, kind: string) => Element[] }
  const find = () =>
    page.evaluateHandle(said => (window as unknown as Window).listSaid(...said), [words, kind] as [string, string])
  const counted = async () => (await find()).evaluate(found => found.length)
  await expect.poll(counted, { message: `“${words}”`, timeout: 15_000 }).toBe(1)
  const control = (await (await find()).evaluateHandle(found => found[0])).asElement()!
  // a hidden radio is pressed by the label that covers it
  await control.click({ force: await control.evaluate(one => one instanceof HTMLInputElement && one.type === 'radio') })
}
