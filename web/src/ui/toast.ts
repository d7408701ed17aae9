// A short message that goes by itself. The library that shows it is fetched with the first one.
import type { ToastTone } from './toast-view.tsx'

type Options = {
  /** One action at the end: "View". */
  action?: { label: string; onClick: () => void }
  /** The same id is shown once at a time. */
  id?: string
  /** Until the driver answers it. */
  stays?: boolean
}

const show =
  (tone: ToastTone) =>
  (text: string, options: Options = {}) => {
    import('./toast-view.tsx').then(view => view.showToast(tone, text, options)).catch(() => undefined)
  }

/** Takes away the one that was shown with this id. */
const dismiss = (id: string): void => {
  import('./toast-view.tsx').then(view => view.dismissToast(id)).catch(() => undefined)
}

export const toast = { success: show('success'), error: show('error'), info: show('info'), dismiss }
