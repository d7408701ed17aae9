// The path after Quick park, with the typed plate; and the comparison of plates.
import { nextPath } from '#platform/next.ts'

const letters = (plate: string) => plate.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Plates are compared by letters and digits alone (D-92). */
export const isSamePlate = (one: string, other: string): boolean =>
  letters(one) !== '' && letters(one) === letters(other)

/** Without a wanted screen, /SelectVehicle; only that screen takes the plate. */
export function quickPath(wanted: string | null, plate: string): string {
  const next = nextPath(wanted)
  const path = next === '/homepage' ? '/SelectVehicle' : next
  if (!/^\/selectvehicle(\?|$)/i.test(path)) return path
  return `${path}${path.includes('?') ? '&' : '?'}plate=${encodeURIComponent(letters(plate))}`
}
