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

export type Units = 'mi' | 'km'
const names: Record<LanguageCode, Record<Units, { near: string; far: string }>> = {
  en: { mi: { near: 'ft', far: 'mi' }, km: { near: 'm', far: 'km' } },
  es: { mi: { near: 'ft', far: 'mi' }, km: { near: 'm', far: 'km' } },
  hi: { mi: { near: 'फ़ुट', far: 'मील' }, km: { near: 'मी', far: 'किमी' } },
}
/** `leastFar`: from there on in the larger unit. */
const sizes: Record<Units, { nearMetres: number; farMetres: number; leastFar: number }> = {
  mi: { nearMetres: 0.3048, farMetres: 1_609.344, leastFar: 0.1 },
  km: { nearMetres: 1, farMetres: 1_000, leastFar: 0.95 },
}

/** `40 ft`, `300 ft`, `0.4 mi`, `12 mi`; `40 m`, `300 m`, `1.2 km`, `12 km`. */
export function distanceText(metres: number, language: LanguageCode, units: Units): string {
  const { near, far } = names[language][units]
  const { nearMetres, farMetres, leastFar } = sizes[units]
  const farAway = metres / farMetres
  const exact = metres / nearMetres
  const step = exact < 95 ? 10 : 50
  if (farAway < leastFar) return `${Math.max(10, Math.round(exact / step) * step)} ${near}`
  return `${farAway < 9.95 ? farAway.toFixed(1) : Math.round(farAway)} ${far}`
}
