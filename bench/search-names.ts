// Made-up names of a large city, the same each time: streets with numbers, stations, shops by the hundred thousand.
import type { Named } from '../server/src/city/places/search.ts'

const syllables =
  'ba be ca co da del el fa gar ha hil jo ka la lin ma mer na nor o pa pe ra ri sa sher ta tor va wa wil win'
const parts = syllables.split(' ')
const suffixes = ['St', 'Ave', 'Blvd', 'Dr', 'Rd', 'Pl', 'Ct']
const directions = ['N', 'S', 'E', 'W']
const things = ['Garage', 'Lot', 'Market', 'Center', 'Clinic', 'School', 'Church', 'Park', 'Library', 'Plaza']
const middle = { latitude: 41.882, longitude: -87.6278 }
const degrees = 1

/** Numbers from 0 up to below 1, always the same. */
export const createRandom =
  (seed = 42) =>
  () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }

/** As a database returns it, and not as a list of its parts, which would be counted as memory. */
const flat = (text: string) => Buffer.from(text).toString()

export const createNames = (count: number): Named[] => {
  const random = createRandom()
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const word = () => {
    const text = Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(parts)).join('')
    return text[0]!.toUpperCase() + text.slice(1)
  }
  // some words are in thousands of names, most in few
  const common = Array.from({ length: 2_000 }, word)
  const own = () => (random() < 0.5 ? pick(common) : word())
  const position = () => ({
    latitude: middle.latitude + (random() - 0.5) * degrees,
    longitude: middle.longitude + (random() - 0.5) * degrees,
  })
  return Array.from({ length: count }, (_, i): Named => {
    const { latitude, longitude } = position()
    if (i % 50 === 0) {
      const name = flat(`${pick(directions)} ${own()} ${pick(suffixes)}`)
      const line = Array.from({ length: 20 }, (_, j): [number, number] => [longitude + j / 1_000, latitude])
      const numbers = line.map(([x, y], j): [number, number, number] => [j * 100 + 1, x, y])
      return { kind: 'street', name, latitude, longitude, lines: [line], numbers }
    }
    const name = flat(`${own()} ${own()} ${pick(things)}`)
    return { kind: i % 50 === 1 ? 'landmark' : i % 50 === 2 ? 'station' : 'zone', name, latitude, longitude, zone: i }
  })
}

/** What drivers type: beginnings, whole names, names with an error, addresses, crossings. */
export const createQueries = (names: Named[], count: number): Record<string, string[]> => {
  const random = createRandom(7)
  const some = (kind?: Named['kind']) => {
    for (;;) {
      const one = names[Math.floor(random() * names.length)]!
      if (!kind || one.kind === kind) return one.name
    }
  }
  const of = (make: () => string) => Array.from({ length: count }, make)
  const mistyped = (name: string) => {
    const at = 1 + Math.floor(random() * (Math.min(8, name.length) - 2))
    return name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2)
  }
  return {
    'two letters': of(() => some().slice(0, 2)),
    'three letters': of(() => some().slice(0, 3)),
    'a word and a letter': of(() => some().replace(/^(\S+ \S).*/, '$1')),
    'a whole name': of(some),
    'a typing error': of(() => mistyped(some())),
    nonsense: of(() => `${some().slice(0, 3)}qx${some().slice(1, 4)}`),
    'an address': of(() => `${Math.floor(random() * 1_900)} ${some('street')}`),
    'a crossing': of(() => `${some('street')} & ${some('street')}`),
    'another script': of(() => ['मैडिसन', 'विलिस टावर', 'वाबाश', 'стейт'][Math.floor(random() * 4)]!),
  }
}
