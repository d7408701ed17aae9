// The evaluator against one that walks second by second, and against its promises, on random calendars: cases 26 and 27.
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { agree, keepPromises, speakWithOneVoice } from './laws-testing.ts'
import { type RandomStay, randomStay } from './random-testing.ts'

/** The same calendars each time, so that a run can be trusted; `SEED=n` tries others, `npm run bench rules` more. */
const seed = Number(process.env.SEED ?? 1)
const hold = (law: (stay: RandomStay) => void, most: number, numRuns: number) =>
  fc.assert(fc.property(randomStay(most), law), { numRuns, seed })

describe('random calendars with clock changes, leap days, lists, caps, groups, and closures', () => {
  test('case 27: equal cents, periods, rules, and latest end, second by second', { timeout: 120_000 }, () => {
    hold(agree, 30_000, 1_200)
  })

  test('case 26: whole cents, never negative, a longer stay never cheaper, free exactly until it says', {
    timeout: 120_000,
  }, () => {
    hold(keepPromises, 200_000, 3_000)
  })

  test('sign, quote, and latest end go by the same rules', { timeout: 120_000 }, () => {
    hold(speakWithOneVoice, 200_000, 2_000)
  })
})
