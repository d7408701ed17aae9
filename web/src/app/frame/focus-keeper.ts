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
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = () => {
    const now = document.activeElement
    if (!now || now === document.body || now === last) return
    last = now
    around = partsAround(now)
  }
  const rescue = () => {
    timer = undefined
    // a press on what takes no focus leaves it nowhere on purpose
    if (document.activeElement !== document.body || !last || !isGone(last)) return
    const part = around.find(one => !isGone(one)) ?? document.getElementById('main')
    if (!part) return
    if (!part.hasAttribute('tabindex')) part.tabIndex = -1
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
