// The locale in which Intl speaks each language of the app.
import type { LanguageCode } from './settings.ts'

/** Latin digits in each; Intl does the rest. */
const locales: Record<LanguageCode, string> = { en: 'en-US', es: 'es-US', hi: 'hi-IN-u-nu-latn' }

export const localeOf = (language: LanguageCode): string => locales[language]
