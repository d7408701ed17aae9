// A withdrawal over its cards: in order, to the cent, one part a card.
import { expect, test } from 'vitest'
import { splitOver } from './split.ts'

const visa = { CardType: 'Visa', Last4: '4242' }
const amex = { CardType: 'American Express', Last4: '0005' }
const sources = [
  { Card: visa, Left: 5.1 },
  { Card: amex, Left: 10 },
  { Card: visa, Left: 20.2 },
  { Card: null, Left: 3 },
]

test.each([
  [0.01, [{ card: visa, dollars: 0.01 }]],
  [5.1, [{ card: visa, dollars: 5.1 }]],
  [
    15.2,
    [
      { card: visa, dollars: 5.2 },
      { card: amex, dollars: 10 },
    ],
  ],
  [
    38.3,
    [
      { card: visa, dollars: 25.3 },
      { card: amex, dollars: 10 },
      { card: null, dollars: 3 },
    ],
  ],
  [0, []],
])('%d dollars', (dollars, parts) => {
  expect(splitOver(sources, dollars)).toEqual(parts)
})
