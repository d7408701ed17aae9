// The language of a request that names no driver: the first that its browser prefers and ParkIt speaks.
import type { Language } from '@parkit/contract/platform/errors'

/** Browsers list the languages of `accept-language` in their order. */
export const preferredLanguage = (acceptLanguage = ''): Language =>
  (/(?:^|,)\s*(en|es|hi)\b/i.exec(acceptLanguage)?.[1]?.toLowerCase() as Language | undefined) ?? 'en'
