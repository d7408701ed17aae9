// The language of the screen: typed words without a library, `<html lang>`, and Intl in the same language.
import { localeOf } from './locale.ts'
import { changeSettings, getSettings, type LanguageCode, onSettings } from './settings.ts'
import { useStore } from './store.ts'

export { type LanguageCode, localeOf }

/** Each language under its own name, in its own script. */
export const languageNames: Record<LanguageCode, string> = { en: 'English', hi: 'हिन्दी' }

export const getLanguage = (): LanguageCode => getSettings().language

export const setLanguage = (language: LanguageCode): void => changeSettings({ language })

export function useLanguage(): LanguageCode {
  return useStore({ get: getLanguage, subscribe: onSettings })
}

/**
 * The texts of a feature in the language of the screen:
 * `const words = useWords({ en, hi })`, with `export const hi: typeof en` so that a missing word does not compile.
 */
export function useWords<W>(words: { en: W; hi: W }): W {
  return words[useLanguage()]
}

/** The same outside a component (toasts, document titles). */
export const wordsNow = <W,>(words: { en: W; hi: W }): W => words[getLanguage()]

/** Keeps `<html lang>` right, from before the first render on. */
export function watchLanguage(): void {
  const show = () => {
    const page = document.documentElement
    // said again, it would cost the style of the whole page
    if (page.lang !== getLanguage()) page.lang = getLanguage()
  }
  onSettings(show)
  show()
}
