// The number on the sign of each place: the source's own of four to six digits, or one ParkIt gives and keeps. Pure.
import { createHash } from 'node:crypto'
import type { PlaceOfRows } from './shape.ts'

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

/** From 100000 on, the same for the same reference; the next free one where it is taken. */
const givenNumber = (ref: string, taken: ReadonlySet<string>): string | null => {
  const first = hashOf(ref) % 900_000
  for (let i = 0; i < 900_000; i++) {
    const number = String(100_000 + ((first + i) % 900_000))
    if (!taken.has(number)) return number
  }
  return null
}

/** 2498 → 249801, 249802, …; null where the number has more than four digits or its hundred is used up. */
const partNumber = (of: string, taken: ReadonlySet<string>): string | null => {
  if (!/^\d{4}$/.test(of)) return null
  for (let nth = 1; nth < 100; nth++) {
    const number = `${of}${String(nth).padStart(2, '0')}`
    if (!taken.has(number)) return number
  }
  return null
}

/**
 * A number for each place. `known`: reference → number of the source's places, withdrawn ones too; `takenBefore`: all
 * numbers of the city. A number that drivers have seen is
 * kept and never given to another place. Null: none is left, or the source's own belongs to another place.
 */
export const numberPlaces = (
  places: PlaceOfRows[],
  known: ReadonlyMap<string, string>,
  takenBefore: ReadonlySet<string> = new Set(),
): { place: PlaceOfRows; zoneNumber: string | null }[] => {
  const numbers = new Map<PlaceOfRows, string | null>()
  const taken = new Set([...takenBefore, ...known.values()])
  const take = (place: PlaceOfRows, number: string | null) => {
    if (number !== null) taken.add(number)
    numbers.set(place, number)
  }
  const unknown = places.filter(place => {
    const number = known.get(place.ref)
    if (number !== undefined) take(place, number)
    return number === undefined
  })
  for (const place of unknown) if (place.number !== null) take(place, taken.has(place.number) ? null : place.number)
  // in the order of references, so that the order of a file's rows changes nothing
  const others = unknown.filter(({ number }) => number === null).toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
  for (const place of others)
    take(place, (place.splitOf && partNumber(place.splitOf, taken)) || givenNumber(place.ref, taken))
  return places.map(place => ({ place, zoneNumber: numbers.get(place) ?? null }))
}
