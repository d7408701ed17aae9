// The search by text: ZIP codes, neighborhoods, streets, crossings and car parks, abbreviated or misspelled.
import { crossing, type Lines, nearestPoint } from './street-lines.ts'
import { distanceMetres, type Position } from './walk.ts'

export type Spot = Position & { name: string }
type Kind = 'zip' | 'neighbourhood' | 'street' | 'place'
/** Something with a name; a street has lines, all else positions. */
export type Named = { name: string; kind: Kind; positions: Position[]; lines?: Lines }

const directions: Record<string, string> = { north: 'n', south: 's', east: 'e', west: 'w' }
const suffixes: Record<string, string> = {
  street: 'st',
  saint: 'st',
  avenue: 'ave',
  av: 'ave',
  boulevard: 'blvd',
  drive: 'dr',
  road: 'rd',
  place: 'pl',
  court: 'ct',
  parkway: 'pkwy',
  lane: 'ln',
  terrace: 'ter',
  highway: 'hwy',
  expressway: 'expy',
  square: 'sq',
  plaza: 'plz',
}
const directionWords = new Set(Object.values(directions))
/** Words that may be left out, or typed differently than on the sign. */
const softWords = new Set([...directionWords, ...Object.values(suffixes)])
const kindOrder: Record<Kind, number> = { zip: 0, neighbourhood: 0.02, street: 0.04, place: 0.06 }

/** Lower case, without accents and punctuation, each word in its short form. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(word => directions[word] ?? suffixes[word] ?? word)

/** Letters to change, add, drop or swap with a neighbour; anything above `most` counts as `most + 1`. */
export const typos = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let twoBack: number[] = []
  let back = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? twoBack[j - 2]! + 1 : Infinity
      const change = back[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, back[j]! + 1, row[j - 1]! + 1, swap))
    }
    twoBack = back
    back = row
  }
  return Math.min(back[b.length]!, most + 1)
}

const typosAllowed = (word: string) => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

type Entry = Named & { words: string[] }

const softCost = (entry: Entry, word: string) => {
  if (entry.words.includes(word)) return 0
  const otherWay = directionWords.has(word) && entry.words.some(own => directionWords.has(own))
  return otherWay ? 1 : 0.5
}

const nearest = <P extends Position>(positions: (P | null)[], from: Position): P | null =>
  positions
    .filter(position => position !== null)
    .sort((a, b) => distanceMetres(from, a) - distanceMetres(from, b))[0] ?? null

const spotOf = ({ name, lines, positions }: Entry, from: Position): Spot | null => {
  const onStreet = lines && nearestPoint(lines, from)
  if (onStreet) return { name, ...onStreet }
  const best = nearest(positions, from)
  return best && { name, latitude: best.latitude, longitude: best.longitude }
}

export const createSearch = (named: Named[]) => {
  const entries = named.map((entry): Entry => ({ ...entry, words: wordsOf(entry.name) }))
  const byWord = new Map<string, Entry[]>()
  for (const entry of entries) {
    for (const word of new Set(entry.words)) byWord.getOrInsertComputed(word, () => []).push(entry)
  }

  /** Entries that hold a word as it was typed, begun, or, failing that, misspelt; with the cost of the difference. */
  const holders = (word: string): Map<Entry, number> => {
    const found = new Map<Entry, number>()
    const add = (known: string, cost: number) => {
      for (const entry of byWord.get(known)!) found.set(entry, Math.min(cost, found.get(entry) ?? Infinity))
    }
    for (const known of byWord.keys()) {
      if (known.startsWith(word)) add(known, known === word ? 0 : 1)
    }
    const most = typosAllowed(word)
    if (found.size > 0 || most === 0) return found
    for (const known of byWord.keys()) {
      const count = typos(word, known, most)
      if (count <= most) add(known, 1 + count)
    }
    return found
  }

  /** All that match, with what it costs to take one for the words; cheapest first. */
  const match = (words: string[], only?: Kind): { entry: Entry; cost: number }[] => {
    // a house number leads to its street
    const typed = words.length > 1 && /^\d+$/.test(words[0]!) ? words.slice(1) : words
    const soft = typed.filter(word => softWords.has(word))
    const hard = soft.length === typed.length ? typed : typed.filter(word => !softWords.has(word))
    const [first, ...others] = hard.map(holders)
    if (!first) return []
    const found: { entry: Entry; cost: number }[] = []
    for (const [entry, firstCost] of first) {
      if (only && entry.kind !== only) continue
      let cost = firstCost + kindOrder[entry.kind]
      for (const other of others) cost += other.get(entry) ?? Infinity
      if (cost === Infinity) continue
      if (hard !== typed) for (const word of soft) cost += softCost(entry, word)
      cost += 0.2 * entry.words.filter(word => !typed.includes(word) && !softWords.has(word)).length
      found.push({ entry, cost })
    }
    return found.sort((a, b) => a.cost - b.cost)
  }

  /** The cheapest matches: a street's two halves cost the same. */
  const cheapest = (words: string[], only?: Kind): Entry[] => {
    const found = match(words, only)
    return found.filter(({ cost }) => cost - found[0]!.cost < 1e-9).map(({ entry }) => entry)
  }

  const findCrossing = (one: string, other: string, from: Position): Spot | null => {
    const others = cheapest(wordsOf(other), 'street')
    const spots = cheapest(wordsOf(one), 'street').flatMap(a =>
      others.map(b => {
        const at = crossing(a.lines ?? [], b.lines ?? [], from)
        return at && { name: `${a.name} & ${b.name}`, ...at }
      }),
    )
    return nearest(spots, from)
  }

  return {
    /** What a query means; of several the one nearest to `from`. None: null. */
    findSpot: (query: string, from: Position): Spot | null => {
      const parts = query.split(/\s*[&/@]\s*|\s+(?:and|at)\s+/i).filter(part => wordsOf(part).length > 0)
      const met = parts.length === 2 ? findCrossing(parts[0]!, parts[1]!, from) : null
      if (met) return met
      const words = wordsOf(query)
      return words.length === 0
        ? null
        : nearest(
            cheapest(words).map(entry => spotOf(entry, from)),
            from,
          )
    },
  }
}
export type Search = ReturnType<typeof createSearch>
