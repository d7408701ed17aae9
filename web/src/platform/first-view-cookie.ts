// The cookie by which the server chooses the first picture: who uses this browser, the language, the theme, and nothing else.

import { onSession, session } from './session.ts'
import { getSettings, type LanguageCode, onSettings, type Settings, type Theme } from './settings.ts'

type Who = 'nobody' | 'guest' | 'driver' | 'parked'

const yearSeconds = 31_536_000
let parked = false
let keep = () => {}

/** Keeps the cookie right: `first_look=driver.hi.dark`. */
export function watchFirstViewCookie(): void {
  parked = document.cookie.includes('first_look=parked.')
  keep = () => {
    parked &&= session.isSignedIn()
    const inside = parked ? 'parked' : 'driver'
    const who: Who = session.isSignedIn() ? inside : session.isGuest() ? 'guest' : 'nobody'
    const { language, theme } = getSettings()
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere
    document.cookie = `first_look=${who}.${language}.${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
  }
  onSettings(keep)
  onSession(keep)
  keep()
}

/** The settings in the cookie, which is read synchronously; none where there is no cookie. */
export function findCookieSettings(): Settings | undefined {
  const [, language, theme] = /(?:^|; )first_look=\w+\.(en|es|hi)\.(auto|light|dark)(?:;|$)/.exec(document.cookie) ?? []
  return language && theme ? { language: language as LanguageCode, theme: theme as Theme } : undefined
}

/** Whether sessions run, as the server last reported. */
export function rememberParked(now: boolean): void {
  parked = now
  keep()
}
