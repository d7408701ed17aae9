// The manifest in the driver's language, for the moment he puts ParkIt on his Home Screen.
import type { LanguageCode } from '#platform/language.tsx'

export function linkManifest(language: LanguageCode): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const path = language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`
  if (link && link.getAttribute('href') !== path) link.href = path
}
