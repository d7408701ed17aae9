// What a driver does on the first picture before the app runs is not lost: it is carried over when the app takes its place.
import { getLanguage } from './language.tsx'
import { becomeGuest, dropGuest, session } from './session.ts'
import { changeSettings } from './settings.ts'

/** In the address of a native form: `1` comes in as a guest, `0` is a guest no more. */
export const guestParam = 'guest'

/** A way that was pressed too early led here by itself, with what becomes of the guest in its address. */
export function finishEarlyWay(): void {
  const { pathname, search } = window.location
  const asked = new URLSearchParams(search)
  const guest = asked.get(guestParam)
  if (guest === null) return
  asked.delete(guestParam)
  window.history.replaceState(null, '', pathname + (asked.size ? `?${asked}` : ''))
  if (session.isSignedIn()) return
  if (guest === '1') becomeGuest()
  else dropGuest()
}

/** The language chosen in the first picture; before anything is drawn. */
export function carryOver(picture: HTMLElement): void {
  const language = picture.querySelector<HTMLInputElement>(
    'input[type=radio]:is([value=en], [value=hi]):checked',
  )?.value
  if ((language === 'en' || language === 'hi') && language !== getLanguage()) changeSettings({ language })
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
  // as if typed: React hears the event, and believes the value that it did not set itself
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

const drawnAnew = () => new Promise(done => setTimeout(done))

/** Called while the app is drawn over the picture; what it answers, once the app stands there: all is done again, one after the other. */
export function takeOver(root: HTMLElement): () => Promise<void> {
  const drawn = [...root.querySelectorAll<Field>(fields)]
  const focused = document.activeElement
  return async () => {
    const find = <E extends HTMLElement>(old: E): E | undefined =>
      [...root.querySelectorAll<E>(old.tagName)].find(one => nameOf(one) === nameOf(old))
    const changed = drawn.filter(isChanged)
    if (focused instanceof HTMLElement && !focused.isConnected) find(focused)?.focus({ preventScroll: true })
    for (const old of changed) {
      enter(find(old), old.value)
      await drawnAnew()
    }
    for (const old of window.earlyPresses?.splice(0) ?? []) {
      const pressed = find(old)
      pressed?.focus()
      pressed?.click()
      // what comes next may depend on it
      await drawnAnew()
    }
  }
}
