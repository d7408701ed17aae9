// Which card gets how much of a withdrawal: the sources in their order, each no more than is left of it.
import type { Source } from '@parkit/contract/money/refunds'
import { toCents, toDollars } from '@parkit/contract/platform/money'

export type Part = { card: Source['Card']; dollars: number }

/** One part a card, though it filled the wallet more than once. */
export function splitOver(sources: readonly Source[], dollars: number): Part[] {
  const parts = new Map<string, { card: Source['Card']; cents: number }>()
  let open = toCents(dollars)
  for (const { Card, Left } of sources) {
    const cents = Math.min(open, toCents(Left))
    if (cents === 0) continue
    const name = Card ? `${Card.CardType} ${Card.Last4}` : ''
    const part = parts.get(name) ?? { card: Card, cents: 0 }
    parts.set(name, { ...part, cents: part.cents + cents })
    open = toCents(toDollars(open - cents))
  }
  return [...parts.values()].map(({ card, cents }) => ({ card, dollars: toDollars(cents) }))
}
