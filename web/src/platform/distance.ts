// The distance between two places of a city, in meters and as a text.
import type { LanguageCode } from './language.tsx'

type Spot = { latitude: number; longitude: number }

const metresPerDegree = 111_195

/** In meters; exact enough within a city. */
export const metresBetween = (one: Spot, other: Spot): number =>
  metresPerDegree *
  Math.hypot(
    one.latitude - other.latitude,
    (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180),
  )

const units: Record<LanguageCode, { feet: string; miles: string }> = {
  en: { feet: 'ft', miles: 'mi' },
  es: { feet: 'ft', miles: 'mi' },
  hi: { feet: 'फ़ुट', miles: 'मील' },
}
const metresPerFoot = 0.3048
const metresPerMile = 1_609.344
const nearMiles = 0.1

/** `40 ft`, `300 ft`, `0.4 mi`, `12 mi`. */
export function distanceText(metres: number, language: LanguageCode): string {
  const { feet, miles } = units[language]
  const far = metres / metresPerMile
  const exact = metres / metresPerFoot
  const step = exact < 95 ? 10 : 50
  if (far < nearMiles) return `${Math.max(10, Math.round(exact / step) * step)} ${feet}`
  return `${far < 9.95 ? far.toFixed(1) : Math.round(far)} ${miles}`
}
