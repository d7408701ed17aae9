// Names that fit what was typed: abbreviated, unfinished, with a typing error, in any script; the best first.
import { nameKinds } from '@parkit/contract/platform/choices'
import type { CityName } from './city.ts'
import type { Position } from './walk.ts'
import { createWordIndex, type Range } from './word-index.ts'
import { directions, fillers, isLatin, longForm, softWords, soundOf, wordsOf } from './words.ts'

/** `zone`: the place's position in the place index. */
export type Named = Omit<CityName, 'kind'> & { kind: CityName['kind'] | 'zone'; zone?: number }

/** In this order names are indexed: of a very common word the first ones are looked at. */
const kinds = [...nameKinds, 'zone'] as const

/** What a difference between the typed and the name costs. The cheapest is the best. */
const cost = {
  kind: { landmark: 0, zip: 0, station: 2, hospital: 1, school: 2, park: 1, neighborhood: 1, street: 3, zone: 6 },
  unfinished: 6,
  sound: 8,
  typo: 24,
  unfinishedTypo: 32,
  /** a soft word that the name does not have */
  filler: 2,
  otherSuffix: 10,
  otherDirection: 20,
  /** a word of the name that was not typed */
  missing: 4,
  mostMissing: 12,
  missingSoft: 1,
  /** the first typed word is not the name's first */
  notFirst: 6,
  /** so far away that more makes no difference */
  far: 12,
} as const
/** metres at which distance counts half */
const halfFarMetres = 5_000
/** so many names are compared, the best known first: where one word decides, and where several do and most names fail soon */
const mostCompared = { one: 2_000, several: 10_000 } as const
const metresPerDegree = 111_195
/** so many names that begin with what was typed suffice */
const sure = 3
/** shorter words have too many neighbors */
const leastLettersForTypo = 4

export type Hit = { id: number; cost: number }
type CostedRange = Range & { cost: number }
/** `costs`: of each word plus one; 0 where it is another word. `absent`: where the name has none of them. */
type Term = { ranges: CostedRange[]; costs: Uint8Array; absent: number; isDirection: boolean }

/** All names in the order of their kinds, each of them also by its further names. */
const indexNames = async (named: Named[]) => {
  const byKind = Map.groupBy(named, ({ kind }) => kind)
  const names: string[] = []
  const positions: number[] = []
  const kindIds: number[] = []
  const zones: number[] = []
  const streets = new Map<number, Named>()
  const inOrder = function* () {
    for (const [kindId, kind] of kinds.entries()) {
      for (const one of byKind.get(kind) ?? []) {
        for (const name of [one.name, ...(one.also ?? [])]) {
          if (kind === 'street') streets.set(names.length, one)
          names.push(one.name)
          positions.push(one.latitude, one.longitude)
          kindIds.push(kindId)
          zones.push(one.zone ?? -1)
          yield wordsOf(name)
        }
      }
    }
  }
  const index = await createWordIndex(inOrder())
  const eachSound = function* () {
    for (let id = 0; id < index.size; id++) yield [soundOf(index.word(id))]
  }
  return {
    index,
    sounds: await createWordIndex(eachSound()),
    names,
    positions: Float64Array.from(positions),
    kindIds: Uint8Array.from(kindIds),
    zones: Int32Array.from(zones),
    streets,
  }
}

/** `cities`: the names of the cities, which may be typed beside any name in them. */
export const createMatcher = async (named: Named[], cities: string[]) => {
  const { index, sounds, names, positions, kindIds, zones, streets } = await indexNames(named)
  const cityWords = cities.flatMap(wordsOf)
  const soft = new Set([...softWords, ...cityWords])
  /** 1 for each of the words */
  const idsOf = (words: Iterable<string>): Uint8Array => {
    const ids = new Uint8Array(index.size)
    for (const { from, isWhole } of [...words].map(index.findPrefix)) if (isWhole) ids[from] = 1
    return ids
  }
  const softIds = idsOf(soft)
  const directionIds = idsOf(directions)
  /** tables of costs that no term uses now, all zero */
  const tables: Uint8Array[] = []

  const positionOf = (id: number): Position => ({
    latitude: positions[2 * id]!,
    longitude: positions[2 * id + 1]!,
  })

  /** Words that what was typed may mean. */
  const rangesOf = (typed: string, withTypos: boolean): CostedRange[] => {
    const whole = (range: Range, own: number): CostedRange[] =>
      range.isWhole ? [{ ...range, to: range.from + 1, cost: own }] : []
    const begun = index.findPrefix(typed)
    const long = longForm(typed)
    const found = [{ ...begun, cost: cost.unfinished }, ...whole(begun, 0)]
    if (long !== typed) found.push(...whole(index.findPrefix(long), 0))
    if (!isLatin(typed)) {
      const heard = sounds.findPrefix(soundOf(typed))
      if (heard.isWhole) {
        const same = { ...heard, to: heard.from + 1 }
        for (const word of sounds.listNames([same], mostCompared.one)) {
          found.push({ from: word, to: word + 1, isWhole: true, cost: cost.sound })
        }
      }
    }
    if (withTypos && typed.length >= leastLettersForTypo && !/\d/.test(typed)) {
      for (const range of index.findWithTypo(typed)) {
        found.push({ ...range, cost: cost.unfinishedTypo }, ...whole(range, cost.typo))
      }
    }
    return found.filter(({ from, to }) => from < to)
  }

  const termOf = (typed: string, isSoft: boolean, withTypos: boolean): Term => {
    const ranges = rangesOf(typed, withTypos)
    const costs = tables.pop() ?? new Uint8Array(index.size)
    for (const { from, to, cost } of ranges.toSorted((a, b) => b.cost - a.cost)) costs.fill(cost + 1, from, to)
    const isFiller = fillers.has(typed) || cityWords.includes(longForm(typed))
    const absent = isFiller ? cost.filler : cost.otherSuffix
    return { ranges, costs, absent: isSoft ? absent : Infinity, isDirection: isSoft && directions.has(longForm(typed)) }
  }

  const release = ({ costs, ranges }: Term): void => {
    for (const { from, to } of ranges) costs.fill(0, from, to)
    tables.push(costs)
  }

  const hasWord = (ids: Uint8Array, from: number, to: number): boolean => {
    for (let i = from; i < to; i++) if (ids[index.tokens[i]!]! > 0) return true
    return false
  }

  /** Infinity where a word that was typed is missing. Runs for thousands of names: reads arrays and makes no objects. */
  const costOf = (id: number, terms: Term[], first: Term, metresFrom: (id: number) => number): number => {
    const [from, to] = [index.begin(id), index.end(id)]
    let sum: number = cost.kind[kinds[kindIds[id]!]!]
    for (const { costs, absent, isDirection } of terms) {
      let least = 0
      for (let i = from; i < to; i++) {
        const own = costs[index.tokens[i]!]!
        if (own > 0 && (least === 0 || own < least)) least = own
      }
      if (least > 0) sum += least - 1
      else if (absent === Infinity) return Infinity
      else sum += isDirection && hasWord(directionIds, from, to) ? cost.otherDirection : absent
    }
    let missing = 0
    let hasFirst = false
    for (let i = from; i < to; i++) {
      const word = index.tokens[i]!
      let isTyped = false
      for (const { costs } of terms) if (costs[word]! > 0) isTyped = true
      if (softIds[word]) sum += isTyped ? 0 : cost.missingSoft
      else {
        if (!isTyped) missing += cost.missing
        if (!hasFirst && first.costs[word] === 0) sum += cost.notFirst
        hasFirst = true
      }
    }
    const metres = metresFrom(id)
    return sum + Math.min(missing, cost.mostMissing) + (cost.far * metres) / (metres + halfFarMetres)
  }

  /** Straight over a flat city: the nearest are compared, not measured. */
  const metresFrom = ({ latitude, longitude }: Position) => {
    const squeeze = Math.cos((latitude * Math.PI) / 180)
    return (id: number): number => {
      const east = (positions[2 * id + 1]! - longitude) * squeeze
      const north = positions[2 * id]! - latitude
      return Math.sqrt(east * east + north * north) * metresPerDegree
    }
  }

  type Match = { hits: Hit[]; isWhole: boolean }

  /** The cheapest of the names that have all words; `isWhole`: the first of them has all words as they were typed. */
  const match = (typed: string[], from: Position, withTypos: boolean, most: number, only?: 'street'): Match => {
    const hard = typed.filter(word => !soft.has(longForm(word)))
    const terms = typed.map(word => termOf(word, hard.length > 0 && soft.has(longForm(word)), withTypos))
    const required = terms.filter(({ absent }) => absent === Infinity)
    const count = ({ ranges }: Term) => ranges.reduce((sum, range) => sum + index.count(range), 0)
    const [rarest] = required.toSorted((a, b) => count(a) - count(b))
    const best: Hit[] = []
    if (rarest) {
      const words = rarest.ranges.reduce((sum, { from, to }) => sum + to - from, 0)
      const mostOfWord = Math.max(1, Math.floor(mostCompared.several / Math.max(1, words)))
      const metres = metresFrom(from)
      let left = required.length > 1 ? mostCompared.several : mostCompared.one
      let last = -1
      for (const id of index.listNames(rarest.ranges, mostOfWord)) {
        if (id === last || (only && kinds[kindIds[id]!] !== only)) continue
        last = id
        if (left-- === 0) break
        const own = costOf(id, terms, required[0]!, metres)
        if (own === Infinity || (best.length === most && own >= best[most - 1]!.cost)) continue
        const before = best.findIndex(({ cost }) => own < cost)
        best.splice(before === -1 ? best.length : before, 0, { id, cost: own })
        if (best.length > most) best.pop()
      }
    }
    const first = best[0] ? [...index.tokens.subarray(index.begin(best[0].id), index.end(best[0].id))] : []
    const isWhole = best.length > 0 && required.every(({ costs }) => first.some(word => costs[word] === 1))
    terms.forEach(release)
    return { hits: best, isWhole }
  }

  /** Typing errors are looked for where few names begin with what was typed. */
  const find = (typed: string[], from: Position, most: number, only?: 'street'): Hit[] => {
    const { hits, isWhole } = match(typed, from, false, most, only)
    if (isWhole || hits.length >= sure) return hits
    const known = new Set(hits.map(({ id }) => id))
    const others = match(typed, from, true, most, only).hits.filter(({ id }) => !known.has(id))
    return [...hits, ...others].slice(0, most)
  }

  return {
    /** The cheapest of the names that have all words. */
    find,
    /** As `find`, without typing errors. */
    findExact: (typed: string[], from: Position, most: number): Hit[] => match(typed, from, false, most).hits,
    isWord: (word: string): boolean => index.findPrefix(word).isWhole,
    name: (id: number): string => names[id]!,
    kind: (id: number): Named['kind'] => kinds[kindIds[id]!]!,
    positionOf,
    /** null: no zone */
    zone: (id: number): number | null => (zones[id]! < 0 ? null : zones[id]!),
    street: (id: number): Named | undefined => streets.get(id),
  }
}
