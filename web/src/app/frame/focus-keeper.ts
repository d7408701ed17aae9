// Gives the focus a place when what had it disappears: the nearest part of the screen that is still there.

/** Read from its start, such a part says where the driver is. */
const parts = 'section, form, [role=dialog], [role=alertdialog], main'
/** Screens, dialogs, and fields move the focus themselves first. */
const patienceMs = 100

const partsAround = (element: Element): HTMLElement[] => {
  const part = element.parentElement?.closest<HTMLElement>(parts)
  return part ? [part, ...partsAround(part)] : []
}

const isGone = (element: Element) => !element.isConnected || !element.checkVisibility() || element.matches(':disabled')

/** Returns what ends it. */
export function keepFocus(): () => void {
  let last: Element | undefined
  /** what was around it, the innermost first */
  let around: HTMLElement[] = []
  /** it was gone, and nothing has the focus since */
  let isLost = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = () => {
    const now = document.activeElement
    if (!now || now === document.body) return
    isLost = false
    if (now === last) return
    last = now
    around = partsAround(now)
  }
  const rescue = () => {
    timer = undefined
    // a press on what takes no focus leaves it nowhere on purpose
    if (document.activeElement !== document.body || !last || !(isLost || isGone(last))) return
    isLost = true
    const part = [last as HTMLElement, ...around].find(one => !isGone(one)) ?? document.getElementById('main')
    // while the code of a screen is on its way, nothing can take it: the next change of the page tries again
    if (!part?.checkVisibility()) return
    if (part !== last && !part.hasAttribute('tabindex')) part.tabIndex = -1
    part.focus({ preventScroll: true })
  }
  const watch = new MutationObserver(() => {
    const mayBeLost = document.activeElement === document.body || last?.matches(':disabled, [hidden]')
    if (last && mayBeLost) timer ??= setTimeout(rescue, patienceMs)
  })
  remember()
  document.addEventListener('focusin', remember)
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('focusin', remember)
    watch.disconnect()
  }
}
