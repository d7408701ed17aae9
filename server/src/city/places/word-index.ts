// An index of names by their words: whole, by their beginning, or with one typing error. Built for millions of words.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Words from one number up to another, in alphabetical order; `isWhole`: the first of them is not longer than what was typed. */
export type Range = { from: number; to: number; isWhole: boolean }

/** Names after which a build lets other work run. */
const namesAtOnce = 5_000

const stepsAtOnce = 50_000
const inTurns = async (count: number, step: (i: number) => void): Promise<void> => {
  for (let i = 0; i < count; i++) {
    step(i)
    if (i % stepsAtOnce === stepsAtOnce - 1) await nextTurn()
  }
}

/** Numbers words alphabetically and names in the order given; what is typed is looked up by halving, so nothing else is stored. */
export const createWordIndex = async (names: Iterable<readonly string[]>) => {
  const firstIds = new Map<string, number>()
  const tokens: number[] = []
  const ends: number[] = []
  for (const words of names) {
    for (const word of words) tokens.push(firstIds.getOrInsertComputed(word, () => firstIds.size))
    ends.push(tokens.length)
    if (ends.length % namesAtOnce === 0) await nextTurn()
  }
  const byBeginning = Map.groupBy(firstIds.keys(), word => word.slice(0, 2))
  await nextTurn()
  const words: string[] = []
  for (const beginning of [...byBeginning.keys()].sort()) {
    for (const word of byBeginning.get(beginning)!.sort()) words.push(word)
    await nextTurn()
  }
  const rank = new Uint32Array(words.length)
  await inTurns(words.length, i => {
    rank[firstIds.get(words[i]!)!] = i
  })
  firstIds.clear()

  /** the words of each name, in its order */
  const wordsOfNames = new Uint32Array(tokens.length)
  /** where the names of each word begin in `namesOfWords` */
  const starts = new Uint32Array(words.length + 1)
  await inTurns(tokens.length, i => {
    const word = rank[tokens[i]!]!
    wordsOfNames[i] = word
    starts[word + 1]!++
  })
  for (let i = 0; i < words.length; i++) starts[i + 1]! += starts[i]!
  const nameEnds = Uint32Array.from(ends)
  const start = (name: number) => (name === 0 ? 0 : nameEnds[name - 1]!)
  const namesOfWords = new Uint32Array(wordsOfNames.length)
  const filled = starts.slice()
  await inTurns(nameEnds.length, name => {
    for (let i = start(name); i < nameEnds[name]!; i++) namesOfWords[filled[wordsOfNames[i]!]!++] = name
  })

  /** The first of a run of words with `depth` letters in common whose next letter is not before `code`. */
  const lowerBound = (from: number, to: number, depth: number, code: number): number => {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >> 1
      const word = words[middle]!
      if (word.length > depth && word.charCodeAt(depth) >= code) high = middle
      else low = middle + 1
    }
    return low
  }

  const findPrefix = (word: string): Range => {
    let [from, to] = [0, words.length]
    for (let depth = 0; depth < word.length && from < to; depth++) {
      const code = word.charCodeAt(depth)
      from = lowerBound(from, to, depth, code)
      to = lowerBound(from, to, depth, code + 1)
    }
    return { from, to, isWhole: from < to && words[from]!.length === word.length }
  }

  /** Words that begin with what was typed but for one letter: changed, missing, too many, or swapped with its neighbor. */
  const findWithTypo = (typed: string): Range[] => {
    const found: Range[] = []
    const walk = (i: number, from: number, to: number, depth: number, mayErr: boolean): void => {
      if (from >= to) return
      if (i >= typed.length) {
        found.push({ from, to, isWhole: words[from]!.length === depth })
        return
      }
      const code = typed.charCodeAt(i)
      const next = (at: number, wanted: number) => {
        const first = lowerBound(from, to, depth, wanted)
        walk(at, first, lowerBound(first, to, depth, wanted + 1), depth + 1, false)
      }
      const same = lowerBound(from, to, depth, code)
      const sameEnd = lowerBound(same, to, depth, code + 1)
      walk(i + 1, same, sameEnd, depth + 1, mayErr)
      if (!mayErr) return
      walk(i + 1, from, to, depth, false)
      const after = typed.charCodeAt(i + 1)
      if (i + 1 < typed.length && after !== code) {
        const first = lowerBound(from, to, depth, after)
        const end = lowerBound(first, to, depth, after + 1)
        const swapped = lowerBound(first, end, depth + 1, code)
        walk(i + 2, swapped, lowerBound(swapped, end, depth + 1, code + 1), depth + 2, false)
      }
      for (let at = lowerBound(from, to, depth, 0); at < to; ) {
        const letter = words[at]!.charCodeAt(depth)
        if (letter !== code) next(i + 1, letter)
        next(i, letter)
        at = lowerBound(at, to, depth, letter + 1)
      }
    }
    walk(0, 0, words.length, 0, true)
    return found
  }

  return {
    size: words.length,
    word: (id: number): string => words[id]!,
    findPrefix,
    findWithTypo,
    /** How many names have words of a range. */
    count: ({ from, to }: Range): number => starts[to]! - starts[from]!,
    /** The names of the words of several ranges, the first of each word, in their order; some more than once. */
    listNames: (ranges: Range[], mostOfWord: number): Uint32Array => {
      let count = 0
      for (const { from, to } of ranges) {
        for (let word = from; word < to; word++) count += Math.min(starts[word + 1]! - starts[word]!, mostOfWord)
      }
      const found = new Uint32Array(count)
      for (const { from, to } of ranges) {
        for (let word = from; word < to; word++) {
          const end = Math.min(starts[word + 1]!, starts[word]! + mostOfWord)
          for (let i = starts[word]!; i < end; i++) found[--count] = namesOfWords[i]!
        }
      }
      return found.sort()
    },
    /** All names' words, one name's after another's. */
    tokens: wordsOfNames,
    begin: start,
    end: (name: number): number => nameEnds[name]!,
  }
}
export type WordIndex = Awaited<ReturnType<typeof createWordIndex>>
