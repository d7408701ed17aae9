// Where Quick park leads: on to parking, with the plate that was typed.
import { nextPath } from '#platform/next.ts'

const letters = (plate: string) => plate.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Plates are told apart by letters and digits alone (D-92). */
export const isSamePlate = (one: string, other: string): boolean =>
  letters(one) !== '' && letters(one) === letters(other)

/** Without a wanted screen, to choosing where to park. Only the screens that park are told the plate. */
export function quickPath(wanted: string | null, plate: string): string {
  const next = nextPath(wanted)
  const path = next === '/homepage' ? '/SelectVehicle' : next
  if (!/^\/selectvehicle(\?|$)/i.test(path)) return path
  return `${path}${path.includes('?') ? '&' : '?'}plate=${encodeURIComponent(letters(plate))}`
}
