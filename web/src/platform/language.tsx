// The language of the screen: typed words without a library, `<html lang>`, and Intl in the same language.
import { localeOf } from './locale.ts'
import { changeSettings, getSettings, type LanguageCode } from './settings.ts'
import { createStore, useStore } from './store.ts'

export { type LanguageCode, localeOf }

/** Each language under its own name, in its own script. */
export const languageNames: Record<LanguageCode, string> = { en: 'English', es: 'Español', hi: 'हिन्दी' }

/** The words of features by their file below `src`, without `.hi.ts`. */
type Words = Record<string, unknown>

const loaded: Partial<Record<LanguageCode, Words>> = {}
const complete = new Set<LanguageCode>()
const shown = createStore<LanguageCode>('en')

/** The language of the screen: the chosen one, once its words are loaded. */
export const getLanguage = shown.get

export function addWords(language: LanguageCode, words: Words): void {
  loaded[language] = { ...loaded[language], ...words }
}

/** English is in the screens; the words of another language are loaded once, and until then the present language stays. */
export async function showChosenLanguage(load: (language: 'es' | 'hi') => Promise<Words>): Promise<void> {
  const { language } = getSettings()
  try {
    if (language !== 'en' && !complete.has(language)) {
      addWords(language, await load(language))
      complete.add(language)
    }
    if (language === getSettings().language) shown.set(language)
  } catch {
    // offline, with its file not yet stored: the next choice tries again
  }
}

export const setLanguage = (language: LanguageCode): void => changeSettings({ language })

export function useLanguage(): LanguageCode {
  return useStore(shown)
}

/** The texts of a feature in a language: English where that one's words are not loaded. */
export const wordsIn = <W,>(language: LanguageCode, file: string, en: W): W =>
  (loaded[language]?.[file] as W | undefined) ?? en

/** The texts of a feature in the language of the screen, outside a component (toasts, document titles). */
export const wordsNow = <W,>(file: string, en: W): W => wordsIn(getLanguage(), file, en)

/**
 * The same in a component: `const words = useWords('money/wallet/words', en)`, with `export const hi: typeof en` in
 * `money/wallet/words.hi.ts`, so that a missing word does not compile.
 */
export function useWords<W>(file: string, en: W): W {
  return wordsIn(useLanguage(), file, en)
}

/** Keeps `<html lang>` right, from before the first render on. */
export function watchLanguage(): void {
  const show = () => {
    const page = document.documentElement
    // said again, it would cost the style of the whole page
    if (page.lang !== getLanguage()) page.lang = getLanguage()
  }
  shown.subscribe(show)
  show()
}
