// Seeded random choices.

export type Chance = {
  /** true with this probability, 0 to 1 */
  is(share: number): boolean
  /** a whole number, both ends included */
  between(least: number, most: number): number
  pick<T>(of: readonly T[]): T
  /** one of the names, each as often as its weight */
  weighed<Name extends string>(weights: Record<Name, number>): Name
}

/** mulberry32: 32 bits of state, enough for choices. */
const generator = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let x = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
}

export const createChance = (seed: number): Chance => {
  const next = generator(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    is: share => next() < share,
    between,
    pick: of => of[between(0, of.length - 1)]!,
    weighed: <Name extends string>(weights: Record<Name, number>) => {
      const entries = Object.entries<number>(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name as Name
      }
      return entries.at(-1)![0] as Name
    },
  }
}
