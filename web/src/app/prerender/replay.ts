// What a driver did on the first picture before the app ran: restored and replayed once the app is rendered in its place.
import { getLanguage } from '#platform/language.tsx'
import { becomeGuest, dropGuest, guestParam, session } from '#platform/session.ts'
import { changeSettings } from '#platform/settings.ts'

/** A form of the first picture that was submitted before the app ran led here, with the guest choice in its address. */
export function applyGuestParam(): void {
  const { pathname, search } = window.location
  const params = new URLSearchParams(search)
  const guest = params.get(guestParam)
  if (guest === null) return
  params.delete(guestParam)
  window.history.replaceState(null, '', pathname + (params.size ? `?${params}` : ''))
  if (session.isSignedIn()) return
  if (guest === '1') becomeGuest()
  else dropGuest()
}

/** The language chosen in the first picture; before anything is drawn. */
export function restoreLanguage(picture: HTMLElement): void {
  const language = picture.querySelector<HTMLInputElement>(
    'input[type=radio]:is([value=en], [value=es], [value=hi]):checked:not([checked])',
  )?.value
  if ((language === 'en' || language === 'es' || language === 'hi') && language !== getLanguage())
    changeSettings({ language })
}

type Field = HTMLInputElement | HTMLSelectElement
const fields = ':is(input, select)[name]:not([type=radio])'

const isChanged = (field: Field): boolean =>
  'defaultValue' in field
    ? field.value !== field.defaultValue
    : [...field.options].some(option => option.selected !== option.defaultSelected)

/** The same in the picture and in the app. */
const nameOf = (of: HTMLElement): string | undefined =>
  (of.matches('[type=radio]') ? of.getAttribute('value') : (of.getAttribute('name') ?? of.ariaLabel)) ??
  of.textContent?.trim()

const enter = (field: Field | undefined, value: string) => {
  if (!field) return
  // by the native setter, so that React takes the event for typing
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

const nextRender = () => new Promise(done => setTimeout(done))

/**
 * Called while the app is rendered over the picture. The returned function is called once it is there: restores focus
 * and input, and repeats the presses.
 */
export function replayInteractions(root: HTMLElement): () => Promise<void> {
  const drawn = [...root.querySelectorAll<Field>(fields)]
  let focused = document.activeElement
  return async () => {
    const find = <E extends HTMLElement>(old: E): E | undefined =>
      [...root.querySelectorAll<E>(old.tagName)].find(one => nameOf(one) === nameOf(old))
    const presses = window.earlyPresses ?? []
    delete window.earlyPresses
    // what is not held any longer, the browser can forget with the whole picture
    const changed = drawn.splice(0).filter(isChanged)
    if (focused instanceof HTMLElement && !focused.isConnected) find(focused)?.focus({ preventScroll: true })
    focused = null
    for (const old of changed) {
      enter(find(old), old.value)
      await nextRender()
    }
    for (const old of presses) {
      const pressed = find(old)
      pressed?.focus()
      pressed?.click()
      // what comes next may depend on it
      await nextRender()
    }
  }
}
