// A short message that disappears by itself. The library that shows it is loaded with the first one.
import type { ToastTone } from './toast-view.tsx'

type Options = {
  /** One action at the end: "View". */
  action?: { label: string; onClick: () => void }
  /** A second toast with the id of a visible one is not shown. */
  id?: string
  /** Until it is pressed. */
  stays?: boolean
}

const show =
  (tone: ToastTone) =>
  (text: string, options: Options = {}) => {
    import('./toast-view.tsx').then(view => view.showToast(tone, text, options)).catch(() => undefined)
  }

/** Hides the one with this id. */
const dismiss = (id: string): void => {
  import('./toast-view.tsx').then(view => view.dismissToast(id)).catch(() => undefined)
}

export const toast = { success: show('success'), error: show('error'), info: show('info'), dismiss }
