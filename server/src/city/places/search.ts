// The search by text: names of all kinds, addresses, and crossings, abbreviated, unfinished, with a typing error, in any script.
import type { NameKind } from '@parkit/contract/city/places-schemas'
import { nameKinds } from '@parkit/contract/platform/choices'
import type { CityName } from './city.ts'
import { crossing, nearestPoint } from './street-lines.ts'
import { distanceMetres, type Position } from './walk.ts'
import { createWordIndex, type Range } from './word-index.ts'
import { directions, fillers, isLatin, longForm, softWords, soundOf, splitWords, wordsOf } from './words.ts'

/** `zone`: the place's position in the place index. */
export type Named = Omit<CityName, 'kind'> & { kind: CityName['kind'] | 'zone'; zone?: number }
export type Spot = Position & { name: string; kind: NameKind; zone?: number }

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
  /** the very name at the very place: it was chosen from a list before */
  chosen: -100,
  /** a house number that the street has */
  address: -8,
} as const
/** metres at which distance counts half */
const halfFarMetres = 5_000
const chosenMetres = 30
const repeatedMetres = 400
/** of a common word so many names are compared, the best known first */
const mostCompared = 10_000
const compared = 24
const streetsCompared = 6
/** so many names that begin with what was typed suffice */
const sure = 3
/** of what was typed: each word costs time */
const mostWords = 8
/** shorter words have too many neighbors */
const leastLettersForTypo = 4
const leastLettersToSplit = 6
const leastHalf = 3
/** an address is this near its street, where the street is drawn at all */
const besideMetres = 150
/** house numbers in one */
const block = 100

type Hit = { id: number; cost: number }
type Costed = Spot & { cost: number }
type CostedRange = Range & { cost: number }
/** `costs`: of each word plus one; 0 where it is another word. `absent`: where the name has none of them. */
type Term = { ranges: CostedRange[]; costs: Uint8Array; absent: number; isDirection: boolean }

const nearestFirst = <T extends Position>(spots: T[], from: Position): T[] =>
  spots.toSorted((a, b) => distanceMetres(from, a) - distanceMetres(from, b))

/** Where a house number is on its street; null where the street has none like it. */
const addressAt = ({ numbers, lines }: Named, wanted: number): Position | null => {
  const before = numbers?.findLast(([number]) => number <= wanted) ?? numbers?.[0]
  const after = numbers?.find(([number]) => number >= wanted) ?? numbers?.at(-1)
  if (!before || !after || wanted < before[0] - block || wanted > after[0] + block) return null
  const share = after[0] > before[0] ? (wanted - before[0]) / (after[0] - before[0]) : 0
  const there = {
    longitude: before[1] + (after[1] - before[1]) * share,
    latitude: before[2] + (after[2] - before[2]) * share,
  }
  const onStreet = nearestPoint(lines ?? [], there)
  return onStreet && distanceMetres(onStreet, there) < besideMetres ? onStreet : there
}

const typedWords = (text: string): string[] => splitWords(text).slice(0, mostWords)

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
export const createSearch = async (named: Named[], cities: string[] = []) => {
  const { index, sounds, names, positions, kindIds, zones, streets } = await indexNames(named)
  const cityWords = cities.flatMap(wordsOf)
  const soft = new Set([...softWords, ...cityWords])
  const idsOf = (words: Iterable<string>) =>
    new Set([...words].map(index.findPrefix).flatMap(({ isWhole, from }) => (isWhole ? [from] : [])))
  const softIds = idsOf(soft)
  const directionIds = idsOf(directions)

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
        sounds.eachName(same, mostCompared, word => {
          found.push({ from: word, to: word + 1, isWhole: true, cost: cost.sound })
        })
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
    const costs = new Uint8Array(index.size)
    for (const { from, to, cost } of ranges.toSorted((a, b) => b.cost - a.cost)) costs.fill(cost + 1, from, to)
    const isFiller = fillers.has(typed) || cityWords.includes(longForm(typed))
    const absent = isFiller ? cost.filler : cost.otherSuffix
    return { ranges, costs, absent: isSoft ? absent : Infinity, isDirection: isSoft && directions.has(longForm(typed)) }
  }

  const costOf = (id: number, terms: Term[], first: Term, from: Position): number => {
    const words = index.wordsOf(id)
    let sum: number = cost.kind[kinds[kindIds[id]!]!]
    for (const { costs, absent, isDirection } of terms) {
      let least = Infinity
      for (const word of words) if (costs[word]! > 0) least = Math.min(least, costs[word]! - 1)
      if (least === Infinity) {
        least = isDirection && words.some(word => directionIds.has(word)) ? cost.otherDirection : absent
        if (least === Infinity) return Infinity
      }
      sum += least
    }
    let missing = 0
    let isFirst: boolean | null = null
    for (const word of words) {
      let isTyped = false
      for (const { costs } of terms) if (costs[word]! > 0) isTyped = true
      const isSoft = softIds.has(word)
      if (!isTyped && isSoft) sum += cost.missingSoft
      if (!isTyped && !isSoft) missing += cost.missing
      if (!isSoft) isFirst ??= first.costs[word]! > 0
    }
    sum += Math.min(missing, cost.mostMissing) + (isFirst === false ? cost.notFirst : 0)
    const metres = distanceMetres(from, positionOf(id))
    return sum + (cost.far * metres) / (metres + halfFarMetres)
  }

  type Match = { hits: Hit[]; isWhole: boolean }

  /** The cheapest of the names that have all words; `isWhole`: the first of them has all words as they were typed. */
  const match = (typed: string[], from: Position, withTypos: boolean, most: number, only?: 'street'): Match => {
    const hard = typed.filter(word => !soft.has(longForm(word)))
    const terms = typed.map(word => termOf(word, hard.length > 0 && soft.has(longForm(word)), withTypos))
    const required = terms.filter(({ absent }) => absent === Infinity)
    const count = ({ ranges }: Term) => ranges.reduce((sum, range) => sum + index.count(range), 0)
    const [rarest] = required.toSorted((a, b) => count(a) - count(b))
    if (!rarest || count(rarest) === 0) return { hits: [], isWhole: false }
    const best: Hit[] = []
    const seen = new Set<number>()
    const words = rarest.ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    const mostOfWord = Math.max(1, Math.floor(mostCompared / words))
    const compare = (id: number) => {
      if (seen.has(id) || (only && kinds[kindIds[id]!] !== only)) return
      seen.add(id)
      const own = costOf(id, terms, required[0]!, from)
      if (own === Infinity || (best.length === most && own >= best[most - 1]!.cost)) return
      const before = best.findIndex(({ cost }) => own < cost)
      best.splice(before === -1 ? best.length : before, 0, { id, cost: own })
      if (best.length > most) best.pop()
    }
    for (const range of rarest.ranges) index.eachName(range, mostOfWord, compare)
    const first = best[0] ? [...index.wordsOf(best[0].id)] : []
    return { hits: best, isWhole: required.every(({ costs }) => first.some(word => costs[word] === 1)) }
  }

  /** Typing errors are looked for where few names begin with what was typed. */
  const find = (typed: string[], from: Position, most: number, only?: 'street'): Hit[] => {
    const { hits, isWhole } = match(typed, from, false, most, only)
    if (isWhole || hits.length >= sure) return hits
    const known = new Set(hits.map(({ id }) => id))
    const others = match(typed, from, true, most, only).hits.filter(({ id }) => !known.has(id))
    return [...hits, ...others].slice(0, most)
  }

  const spotOf = (id: number, from: Position): Spot => {
    const kind = kinds[kindIds[id]!]!
    const lines = streets.get(id)?.lines
    const onStreet = lines && nearestPoint(lines, from)
    const zone = zones[id]!
    return { name: names[id]!, kind, ...(onStreet ?? positionOf(id)), ...(zone >= 0 && { zone }) }
  }

  const costed = ({ id, cost }: Hit, from: Position): Costed => ({ ...spotOf(id, from), cost })

  const findCrossings = (query: string, from: Position): Costed[] => {
    const parts = query.split(/\s*[&/@]\s*|\s+(?:and|at|y|con|और)\s+/i).map(typedWords)
    if (parts.length !== 2 || parts.some(words => words.length === 0)) return []
    const [ones, others] = parts.map(words => find(words, from, streetsCompared, 'street')) as [Hit[], Hit[]]
    return ones.flatMap(a =>
      others.flatMap(b => {
        const [one, other] = [streets.get(a.id), streets.get(b.id)]
        const met = one !== other && crossing(one?.lines ?? [], other?.lines ?? [], from)
        const name = `${one?.name} & ${other?.name}`
        return met ? [{ ...met, name, kind: 'crossing' as const, cost: a.cost + b.cost }] : []
      }),
    )
  }

  const findAddresses = (words: string[], from: Position): Costed[] => {
    const [number, ...others] = words
    if (!number || others.length === 0 || !/^\d{1,6}$/.test(number)) return []
    return find(others, from, streetsCompared, 'street').flatMap((hit): Costed[] => {
      const street = streets.get(hit.id)!
      const there = addressAt(street, Number(number))
      if (there) return [{ ...there, name: `${number} ${street.name}`, kind: 'address', cost: hit.cost + cost.address }]
      // a number that is not known leads to its street
      return [{ ...costed(hit, from), cost: hit.cost + cost.typo }]
    })
  }

  /** Two words that were typed as one. */
  const findSplit = (word: string, from: Position, most: number): Hit[] => {
    for (let i = leastHalf; i <= word.length - leastHalf; i++) {
      if (!index.findPrefix(word.slice(0, i)).isWhole) continue
      const { hits } = match([word.slice(0, i), word.slice(i)], from, false, most)
      if (hits.length > 0) return hits
    }
    return []
  }

  const findAll = (query: string, from: Position): Costed[] => {
    const crossings = findCrossings(query, from)
    if (crossings.length > 0) return crossings
    const words = typedWords(query)
    const named = find(words, from, compared)
    const [word = ''] = words
    if (named.length === 0 && words.length === 1 && word.length >= leastLettersToSplit) {
      named.push(...findSplit(word, from, compared))
    }
    const found = [...named.map(hit => costed(hit, from)), ...findAddresses(words, from)]
    const [beforeComma, ...rest] = query.split(',')
    return found.length === 0 && rest.length > 0 ? findAll(beforeComma!, from) : found
  }

  /** Whether this very name at this very place was chosen from a list before. */
  const isChosen = (spot: Spot, query: string, from: Position) =>
    spot.name === query && distanceMetres(spot, from) < chosenMetres

  const suggest = (query: string, from: Position, most: number): Spot[] => {
    const ranked = nearestFirst(findAll(query, from), from)
      .map(spot => (isChosen(spot, query, from) ? { ...spot, cost: cost.chosen } : spot))
      .sort((a, b) => a.cost - b.cost)
    const shown: Spot[] = []
    for (const { cost: _, ...spot } of ranked) {
      const isRepeated = shown.some(
        other => other.name === spot.name && other.kind === spot.kind && distanceMetres(other, spot) < repeatedMetres,
      )
      if (!isRepeated && shown.push(spot) === most) break
    }
    return shown
  }

  return {
    /** What a query may mean, the likeliest first, seen from a position. */
    suggest,
    /** What a query means. None: null. */
    findSpot: (query: string, from: Position): Spot | null => suggest(query, from, 1)[0] ?? null,
  }
}
export type Search = Awaited<ReturnType<typeof createSearch>>
