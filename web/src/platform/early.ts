// What a driver does on the first picture before the app runs is not lost: it is carried over when the app takes its place.
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

let zone = ''

/** The language chosen and the zone number begun in the first picture. */
export function carryOver(picture: HTMLElement): void {
  const language = picture.querySelector<HTMLInputElement>(
    'input[type=radio]:is([value=en], [value=hi]):checked',
  )?.value
  if (language === 'en' || language === 'hi') changeSettings({ language })
  zone = picture.querySelector<HTMLInputElement>('input[name=zone]')?.value.replace(/\D/g, '') ?? ''
}

export const beginningOfZone = (): string => zone

export const forgetBeginning = (): void => {
  zone = ''
}
