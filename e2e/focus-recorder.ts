// Watches every page of a browser context for a focus that went nowhere after something was pressed.
import type { BrowserContext } from 'playwright-core'

/** In the page. What is lost for so many looks in a row is lost for a driver too: screens and dialogs move the focus within them. */
const watchFocus = () => {
  const looks = 12
  const lookMs = 50
  const { focusLost } = window as unknown as { focusLost: (after: string) => void }
  const focusable = 'a[href], button, input, select, textarea, summary, label, [tabindex]'
  let pressed: string | undefined
  let lost = 0
  const nameOf = (target: EventTarget | null) => {
    const control = target instanceof Element ? target.closest(focusable) : null
    return (
      control && `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent?.trim()}`.slice(0, 80)
    )
  }
  const note = (text: string | undefined) => {
    pressed = text
    lost = 0
  }
  // a press beside all controls takes the focus away on purpose
  addEventListener('pointerdown', event => event.isTrusted && note(nameOf(event.target) ?? undefined), true)
  addEventListener(
    'keydown',
    event => event.isTrusted && note(`${event.key} on ${nameOf(event.target) ?? 'the page'}`),
    true,
  )
  setInterval(() => {
    const at = document.activeElement
    const isLost = !at || at === document.body || !at.checkVisibility()
    lost = isLost && !document.querySelector('.waiting, .loading') ? lost + 1 : 0
    if (lost !== looks || pressed === undefined) return
    focusLost(`${location.pathname}: focus lost after ${pressed}`)
  }, lookMs)
}

/** Each loss is told once. */
export const recordFocus = async (context: BrowserContext, tell: (loss: string) => void): Promise<void> => {
  await context.exposeBinding('focusLost', (_, loss: string) => tell(loss))
  await context.addInitScript(watchFocus)
}
