// The search by text: names of all kinds, addresses, and crossings.
import type { NameKind } from '@parkit/contract/city/places-schemas'
import { createMatcher, type Hit, type Named } from './name-match.ts'
import { crossing, nearestPoint } from './street-lines.ts'
import { distanceMetres, type Position } from './walk.ts'
import { splitWords } from './words.ts'

export type { Named } from './name-match.ts'
export type Spot = Position & { name: string; kind: NameKind; zone?: number }
type Costed = Spot & { cost: number }

/** Beside the cost of the street's name: of a house number that it has, and of one that leads to the street alone. */
const numberCost = { known: -8, unknown: 24 } as const
/** Of the very name at the very place: it was chosen from a list before. */
const chosenCost = -100
const chosenMetres = 30
const repeatedMetres = 400
const compared = 24
/** of one kind, before the others have been shown */
const mostOfKindFirst = 4
const streetsCompared = 4
/** of what was typed: each word costs time */
const mostWords = 8
const leastLettersToSplit = 6
const leastHalf = 3
/** an address is this near its street, where the street is drawn at all */
const besideMetres = 150
/** house numbers in one */
const block = 100

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

/** `cities`: the names of the cities, which may be typed beside any name in them. */
export const createSearch = async (named: Named[], cities: string[] = []) => {
  const names = await createMatcher(named, cities)

  const spotOf = (id: number, from: Position): Spot => {
    const lines = names.street(id)?.lines
    const onStreet = lines && nearestPoint(lines, from)
    const zone = names.zone(id)
    return {
      name: names.name(id),
      kind: names.kind(id),
      ...(onStreet ?? names.positionOf(id)),
      ...(zone !== null && { zone }),
    }
  }

  const costed = ({ id, cost }: Hit, from: Position): Costed => ({ ...spotOf(id, from), cost })

  const findCrossings = (query: string, from: Position): Costed[] => {
    const parts = query.split(/\s*[&/@]\s*|\s+(?:and|at|y|con|और)\s+/i).map(typedWords)
    if (parts.length !== 2 || parts.some(words => words.length === 0)) return []
    const [ones, others] = parts.map(words => names.find(words, from, streetsCompared, 'street')) as [Hit[], Hit[]]
    return ones.flatMap(a =>
      others.flatMap(b => {
        const [one, other] = [names.street(a.id), names.street(b.id)]
        const met = one && other && one !== other && crossing(one.lines ?? [], other.lines ?? [], from)
        return met
          ? [{ ...met, name: `${one.name} & ${other.name}`, kind: 'crossing' as const, cost: a.cost + b.cost }]
          : []
      }),
    )
  }

  const findAddresses = (words: string[], from: Position): Costed[] => {
    const [number, ...others] = words
    if (!number || others.length === 0 || !/^\d{1,6}$/.test(number)) return []
    return names.find(others, from, streetsCompared, 'street').flatMap((hit): Costed[] => {
      const street = names.street(hit.id)!
      const there = addressAt(street, Number(number))
      if (there)
        return [{ ...there, name: `${number} ${street.name}`, kind: 'address', cost: hit.cost + numberCost.known }]
      // a number that is not known leads to its street
      return [{ ...costed(hit, from), cost: hit.cost + numberCost.unknown }]
    })
  }

  /** Two words that were typed as one. */
  const findSplit = (word: string, from: Position, most: number): Hit[] => {
    for (let i = leastHalf; i <= word.length - leastHalf; i++) {
      if (!names.isWord(word.slice(0, i))) continue
      const hits = names.findExact([word.slice(0, i), word.slice(i)], from, most)
      if (hits.length > 0) return hits
    }
    return []
  }

  const findAll = (query: string, from: Position): Costed[] => {
    const crossings = findCrossings(query, from)
    if (crossings.length > 0) return crossings
    const words = typedWords(query)
    const named = names.find(words, from, compared)
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
      .map(spot => (isChosen(spot, query, from) ? { ...spot, cost: chosenCost } : spot))
      .sort((a, b) => a.cost - b.cost)
    const found: Spot[] = []
    for (const { cost: _, ...spot } of ranked) {
      const isRepeated = found.some(
        other => other.name === spot.name && other.kind === spot.kind && distanceMetres(other, spot) < repeatedMetres,
      )
      if (!isRepeated) found.push(spot)
    }
    // seven stations named Western leave room for Western Avenue
    const isEarly = (spot: Spot, i: number) =>
      found.slice(0, i).filter(({ kind }) => kind === spot.kind).length < mostOfKindFirst
    return [...found.filter(isEarly), ...found.filter((spot, i) => !isEarly(spot, i))].slice(0, most)
  }

  return {
    /** What a query may mean, the likeliest first, seen from a position. */
    suggest,
    /** What a query means. None: null. */
    findSpot: (query: string, from: Position): Spot | null => suggest(query, from, 1)[0] ?? null,
  }
}
export type Search = Awaited<ReturnType<typeof createSearch>>
