// Which first picture fits who is at this browser: told to the server by a cookie, that says no more than this.

import { onSession, session } from './session.ts'
import { getSettings, onSettings } from './settings.ts'

export const firstScreens = { landing: '/parkit3', home: '/homepage' } as const

export type FirstLook = {
  screen: keyof typeof firstScreens
  /** a guest's Home is nobody's */
  who: 'nobody' | 'guest' | 'driver'
  language: 'en' | 'hi'
}

const yearSeconds = 31_536_000

/** Keeps the cookie right: `first_look=driver.hi.dark`. */
export function watchFirstLook(): void {
  const keep = () => {
    const who: FirstLook['who'] = session.isSignedIn() ? 'driver' : session.isGuest() ? 'guest' : 'nobody'
    const { language, theme } = getSettings()
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere
    document.cookie = `first_look=${who}.${language}.${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
  }
  onSettings(keep)
  onSession(keep)
  keep()
}
