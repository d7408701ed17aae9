// Whether a plate may be mistyped: it looks like another of this driver's, or nearly fits its state's pattern. Pure.
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { platePatterns } from './plate-patterns.ts'

type Known = Pick<Vehicle, 'VehicleID' | 'PlateNumber' | 'PlateState' | 'VehicleMake' | 'VehicleModel'>

/** Another reading of a plate. */
export type PlateDoubt = {
  /** as on its vehicle; a reading that is on none is written like the plate */
  plate: string
  state: string
  /** the driver's vehicle that has this plate; null: none yet */
  vehicleId: string | null
  /** where in each of the two the only character that differs is; null: they differ otherwise */
  at: { own: number; other: number } | null
  /** which of the two fits its state's pattern, where one alone does, and that pattern */
  fits: { which: 'own' | 'other'; pattern: string } | null
}

/** Characters that are taken for each other, by what they look like; the server's `plate_fold` has the same. */
const looks: Record<string, string> = { O: '0', D: '0', Q: '0', I: '1', Z: '2', S: '5', B: '8', G: '6' }
const letterOf: Record<string, string> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B' }
/** so many are misread in one plate */
const mostMisread = 2
/** shorter plates resemble each other without a mistake */
const leastLength = 5

/** Letters and digits alone, in capitals. */
export const plateCharacters = (plate: string): string => plate.toUpperCase().replace(/[^A-Z0-9]/g, '')
const folded = (characters: string): string => characters.replace(/[ODQIZSBG]/g, letter => looks[letter]!)
const isDigit = (character: string): boolean => character >= '0' && character <= '9'

export const patternOf = (characters: string, state: string): string | null => {
  const own = [...characters].map(character => (isDigit(character) ? 'D' : 'L')).join('')
  return platePatterns[state]?.find(pattern => pattern === own) ?? null
}

const differingAt = (one: string, other: string): number[] =>
  one.length === other.length ? [...one].flatMap((character, i) => (character === other[i] ? [] : [i])) : []

/** One character is missing in the shorter of them. */
const isOneMissing = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.length === short.length + 1 && [...long].some((_, i) => long.slice(0, i) + long.slice(i + 1) === short)
}

/** One other character, two swapped neighbors, or one missing. */
const isSlip = (one: string, other: string): boolean => {
  const at = differingAt(one, other)
  const [i = 0, j = 0] = at
  const isSwapped = at.length === 2 && j === i + 1 && one[i] === other[j] && one[j] === other[i]
  return at.length === 1 || isSwapped || isOneMissing(one, other)
}

const nameOf = ({ VehicleMake, VehicleModel }: Known) => `${VehicleMake} ${VehicleModel}`.trim().toUpperCase()
/** Two that a driver names differently are two cars, and plates in a row are no mistake. */
const mayBeOneCar = (one: Known, other: Known): boolean =>
  nameOf(one) === '' || nameOf(other) === '' || nameOf(one) === nameOf(other)

/** How surely one of the two is a mistake: 0 is none. */
export const resemblance = (one: Known, other: Known): number => {
  const [own, others] = [plateCharacters(one.PlateNumber), plateCharacters(other.PlateNumber)]
  if (own.length < leastLength || others.length < leastLength) return 0
  if (own === others) return one.PlateState === other.PlateState ? 0 : 2
  if (one.PlateState !== other.PlateState) return 0
  if (folded(own) === folded(others) && differingAt(own, others).length <= mostMisread) return 3
  return mayBeOneCar(one, other) && isSlip(own, others) ? 1 : 0
}

/** The character of the plate as it is written, spaces and hyphens included. */
const writtenAt = (plate: string, at: number): number =>
  [...plate].map((character, i) => (/[A-Za-z0-9]/.test(character) ? i : -1)).filter(i => i >= 0)[at] ?? -1

const rewrite = (plate: string, characters: string): string => {
  let at = 0
  return plate.toUpperCase().replace(/[A-Z0-9]/g, () => characters[at++]!)
}

/** The characters as a pattern wants them, where only look-alikes are changed. */
const readAs = (characters: string, pattern: string): string | null => {
  if (characters.length !== pattern.length) return null
  const read = [...characters].map((character, i) => {
    if (isDigit(character) === (pattern[i] === 'D')) return character
    // a D is not taken for a 0 by itself: it has a letter's place in most patterns
    return pattern[i] === 'D' ? (character === 'D' ? undefined : looks[character]) : letterOf[character]
  })
  return read.includes(undefined) ? null : read.join('')
}

/** The one reading that fits the state's pattern where the plate does not; null: it fits, or there is none or more than one. */
export const readingOf = (plate: string, state: string): string | null => {
  const own = plateCharacters(plate)
  if (patternOf(own, state)) return null
  const readings = (platePatterns[state] ?? []).flatMap(pattern => readAs(own, pattern) ?? [])
  const counted = readings.map(reading => ({ reading, misread: differingAt(own, reading).length }))
  const least = Math.min(...counted.map(({ misread }) => misread))
  const best = counted.filter(({ misread }) => misread === least && misread <= mostMisread)
  return best.length === 1 ? rewrite(plate, best[0]!.reading) : null
}

const doubtOf = (
  own: Known,
  other: Pick<Known, 'PlateNumber' | 'PlateState'>,
  vehicleId: string | null,
): PlateDoubt => {
  const [one, two] = [plateCharacters(own.PlateNumber), plateCharacters(other.PlateNumber)]
  const [ownPattern, otherPattern] = [patternOf(one, own.PlateState), patternOf(two, other.PlateState)]
  const differing = differingAt(one, two)
  const [at] = differing
  return {
    plate: other.PlateNumber.toUpperCase(),
    state: other.PlateState,
    vehicleId,
    at:
      at !== undefined && differing.length === 1
        ? { own: writtenAt(own.PlateNumber, at), other: writtenAt(other.PlateNumber, at) }
        : null,
    fits:
      (ownPattern === null) === (otherPattern === null)
        ? null
        : ownPattern
          ? { which: 'own', pattern: ownPattern }
          : { which: 'other', pattern: otherPattern! },
  }
}

/** The other reading that is the most likely, among the driver's vehicles first; null: nothing is wrong with the plate. */
export const checkPlate = (own: Known, vehicles: readonly Known[]): PlateDoubt | null => {
  const others = vehicles
    .filter(({ VehicleID }) => VehicleID !== own.VehicleID)
    .map(other => ({ other, sure: resemblance(own, other) }))
    .filter(({ sure }) => sure > 0)
    .sort((a, b) => b.sure - a.sure)
  const [nearest] = others
  if (nearest) return doubtOf(own, nearest.other, nearest.other.VehicleID)
  const reading = readingOf(own.PlateNumber, own.PlateState)
  return reading === null ? null : doubtOf(own, { PlateNumber: reading, PlateState: own.PlateState }, null)
}

/**
 * The state's first pattern, where the plate has one character too few or too many for any of its patterns: only a hint, as a vanity
 * plate may. Null: it fits, it differs more, or its state has no pattern.
 */
export const patternMissed = ({
  PlateNumber,
  PlateState,
}: Pick<Known, 'PlateNumber' | 'PlateState'>): string | null => {
  const own = plateCharacters(PlateNumber)
  const patterns = platePatterns[PlateState] ?? []
  if (own.length < leastLength || patternOf(own, PlateState)) return null
  const kinds = [...own].map(character => (isDigit(character) ? 'D' : 'L')).join('')
  return patterns.some(pattern => isOneMissing(kinds, pattern)) ? patterns[0]! : null
}
