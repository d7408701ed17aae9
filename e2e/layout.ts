// Layout checks: no text is cut off, covered or outside the screen, and every control can be pressed.
import type { Locator, Page } from 'playwright-core'

/** Runs a check with words as long as a language's that needs 40 % more room. Numbers, plates and signs stay. */
export const withLongTexts = async (page: Page, check: () => Promise<void>): Promise<void> => {
  const lengthened = await page.evaluateHandle(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const longer = (text: string) => {
      const words = text.trim().split(/\s+/)
      const more = Math.ceil(text.trim().length * 0.4)
      let added = ''
      for (let i = 0; added.length < more; i++) added += ` ${words[i % words.length]}`
      return text.trimEnd() + added.slice(0, more + 1).trimEnd()
    }
    const nodes: Node[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    return nodes
      .filter(
        node =>
          /\p{L}{2}/u.test(node.nodeValue ?? '') &&
          !node.parentElement?.closest('script, style, svg, .plate, .sign, .city-map'),
      )
      .map(node => {
        const text = node.nodeValue!
        node.nodeValue = longer(text)
        return { node, text, longText: node.nodeValue }
      })
  })
  await check()
  // the next screen keeps the frame; what the app has rendered meanwhile stays
  await lengthened.evaluate(all => {
    for (const { node, text, longText } of all) if (node.nodeValue === longText) node.nodeValue = text
  })
}

/** As a browser set to letters of this size shows it; 16 is usual. */
export const setLetters = (page: Page, pixels: number): Promise<void> =>
  page.evaluate(size => document.documentElement.style.setProperty('font-size', `${size}px`), pixels)

/** The spacing of WCAG 1.4.12; `on` or back to ours. */
export const setSpacing = (page: Page, on: boolean): Promise<void> =>
  page.evaluate(wide => {
    const rules = document.styleSheets[0]!
    if (!wide) {
      rules.deleteRule(0)
      rules.deleteRule(0)
      return
    }
    rules.insertRule('p { margin-bottom: 2em !important }')
    rules.insertRule(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
  }, on)

/** What is wrong on the screen as it stands, in words. Lays out what the app lays out only in view. */
export const findFlaws = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const whole = new CSSStyleSheet()
    whole.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [whole]
    const flaws: string[] = []
    const width = document.documentElement.clientWidth
    const wide = document.documentElement.scrollWidth - width
    if (wide > 0) flaws.push(`the page is ${wide} px wider than the screen`)
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40)}”`
    // drawn, not for the eye, or a map whose signs lie where the places are
    const leftOut =
      '.skip, .sr-only, [hidden], svg, .plate, .sign, .city-map, .Toastify, option, .sandbox, [data-sandbox]'
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(leftOut)
    /** What scrolls with what: two texts of different layers may lie over each other. */
    const layerOf = (element: Element): Element | null => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(at).position)) return at
      return null
    }
    // while a sheet is open it alone is there
    const root = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].findLast(isSeen) ?? document.body
    type Box = { left: number; right: number; top: number; bottom: number }
    const texts: { element: Element; layer: Element | null; boxes: Box[] }[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const element = node.parentElement!
      if (!node.nodeValue?.trim() || !isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter(rect => rect.width > 1 && rect.height > 1)
      const seen = rects.map(rect => look(element, rect))
      const cut = seen.find(({ cutBy }) => cutBy)
      if (cut) flaws.push(`${name(element)} is cut off by ${cut.cutBy}`)
      texts.push({ element, layer: layerOf(element), boxes: seen.map(({ box }) => box) })
    }
    /** What is seen of a line, and by what it is cut: a box that hides. One that scrolls shows it when asked. */
    function look(element: Element, { left, right, top, bottom, height }: DOMRect): { box: Box; cutBy?: string } {
      const box = { left, right, top, bottom }
      let scrolls = { x: false, y: false }
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at)
        const edge = at.getBoundingClientRect()
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        // a line's box is taller than its letters
        const spare = height * 0.25
        if (hides(style.overflowX) && !scrolls.x && (left < edge.left - 2 || right > edge.right + 2))
          return { box, cutBy: name(at) }
        if (hides(style.overflowY) && !scrolls.y && (top + spare < edge.top || bottom - spare > edge.bottom))
          return { box, cutBy: name(at) }
        if (style.overflowY !== 'visible') {
          box.top = Math.max(box.top, edge.top)
          box.bottom = Math.min(box.bottom, edge.bottom)
        }
        const roll = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
        scrolls = {
          x: scrolls.x || (roll(style.overflowX) && at.scrollWidth > at.clientWidth),
          y: scrolls.y || roll(style.overflowY),
        }
        if (style.position === 'fixed') break
      }
      return !scrolls.x && (left < -1 || right > width + 1) ? { box, cutBy: 'the screen' } : { box }
    }
    for (const [i, one] of texts.entries())
      for (const other of texts.slice(i + 1)) {
        if (one.layer !== other.layer) continue
        const over = one.boxes.some(a =>
          other.boxes.some(b => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            return across > 2 && down > 0.35 * Math.min(a.bottom - a.top, b.bottom - b.top)
          }),
        )
        if (over) flaws.push(`${name(one.element)} lies over ${name(other.element)}`)
      }
    // every control can be brought into sight and pressed
    for (const control of root.querySelectorAll('a[href], button, input, select, textarea, [role=button]')) {
      if (!isSeen(control) || control.closest('[inert]')) continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      if (width < 2 || height < 2) continue
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const label = control.closest('label') ?? document.querySelector(`label[for="${CSS.escape(control.id || '-')}"]`)
      if (!hit || !(control.contains(hit) || hit.contains(control) || label?.contains(hit)))
        flaws.push(`${name(control)} can’t be pressed: ${hit ? `${name(hit)} covers it` : 'it is out of sight'}`)
    }
    window.scrollTo(0, 0)
    return [...new Set(flaws)]
  })

/** What stays at an edge of the window while its content scrolls, and is seen: marks of one line that take no press may. */
export const findSticking = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(element => {
        const { position, pointerEvents } = getComputedStyle(element)
        return (
          ['fixed', 'sticky'].includes(position) &&
          pointerEvents !== 'none' &&
          element.checkVisibility({ visibilityProperty: true }) &&
          element.getBoundingClientRect().height > 1 &&
          !element.matches('video, .skip, .Toastify *, .scrim, [role=dialog], [role=presentation]')
        )
      })
      .map(element => element.outerHTML.slice(0, 160)),
  )

/** What of the screen's content lies beside or above the raised P, wherever the screen is scrolled. Signs on a map may. */
export const findBesideP = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sign = document.querySelector('.nav__p')
    if (!sign?.checkVisibility()) return []
    const end = document.documentElement.scrollHeight - window.innerHeight
    const found = [0, end / 3, end / 2, end].flatMap(top => {
      window.scrollTo({ top, behavior: 'instant' })
      const box = sign.getBoundingClientRect()
      const beside: [number, number][] = [
        [box.left - 12, box.top + 6],
        [box.right + 12, box.top + 6],
        [box.left + box.width / 2, box.top - 10],
      ]
      return beside.flatMap(([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        const content = hit?.closest('a, button, input, select, textarea, label, li, p, h2, h3, dl, .row, .panel')
        return content?.closest('main') && !content.closest('.city-map')
          ? [`“${content.textContent?.slice(0, 40)}”`]
          : []
      })
    })
    window.scrollTo(0, 0)
    return [...new Set(found)]
  })

/** On how many lines its text is. */
export const countLines = (text: Locator): Promise<number> =>
  text.evaluate(element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const lines = new Set<number>()
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      for (const { bottom, width } of range.getClientRects()) if (width > 1) lines.add(Math.round(bottom))
    }
    return lines.size
  })

/** Whether it can be pressed where the screen is scrolled to: in sight, and nothing over its middle or its corners. */
export const isUncovered = (control: Locator): Promise<boolean> =>
  control.evaluate(element => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const points = [left + 8, (left + right) / 2, right - 8].flatMap(x =>
      [top + 8, bottom - 8].map(y => [x, y] as const),
    )
    return points.every(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    })
  })
