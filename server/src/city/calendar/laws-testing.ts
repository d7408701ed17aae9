// For tests and the bench: what holds for every calendar and stay, thrown as an error where it does not.
import assert from 'node:assert/strict'
import { evaluateStay, priceStay, stateAt, type Winner } from './calendar.ts'
import type { RandomStay } from './random-testing.ts'
import { walk } from './slow-testing.ts'

const idOf = (rule: Winner) => (typeof rule === 'string' ? rule : rule.id)

/** The evaluator and the one that walks second by second: equal cents, rules, periods, and latest end. */
export const agree = ({ calendar, facts, start, seconds }: RandomStay): void => {
  const slow = walk(calendar, facts, start.epochMilliseconds / 1000, seconds)
  const { lines, totalCents } = priceStay(calendar, facts, start, seconds)
  assert.deepEqual(
    lines.map(({ rule, seconds, cents }) => ({ price: idOf(rule), seconds, cents })),
    slow.lines,
  )
  assert.equal(totalCents, slow.totalCents)
  const { latestEnd } = evaluateStay({ calendar, facts, start, seconds })
  const end = start.epochMilliseconds / 1000 - ((start.epochMilliseconds / 1000) % 60) + seconds
  const seen = latestEnd && latestEnd.epochMilliseconds / 1000 < end ? latestEnd.epochMilliseconds / 1000 : null
  assert.equal(seen, slow.latestEnd)
}

/** The promises of a price. */
export const keepPromises = ({ calendar, facts, start, seconds, more }: RandomStay): void => {
  const shorter = priceStay(calendar, facts, start, seconds)
  const longer = priceStay(calendar, facts, start, seconds + more)
  assert.ok(Number.isSafeInteger(shorter.totalCents) && shorter.totalCents >= 0, 'whole cents, never negative')
  assert.ok(longer.totalCents >= shorter.totalCents, 'a longer stay never costs less')
  const sum = (list: { cents: number; seconds: number }[], field: 'cents' | 'seconds') =>
    list.reduce((total, line) => total + line[field], 0)
  assert.equal(sum(shorter.lines, 'cents'), shorter.totalCents)
  assert.equal(sum(shorter.lines, 'seconds'), seconds)
  for (const [i, line] of shorter.lines.entries()) {
    assert.ok(line.cents >= 0, 'no line takes anything off')
    if (i > 0) assert.ok(line.from.equals(shorter.lines[i - 1]!.to), 'lines follow each other')
  }
  if (shorter.freeUntil) {
    const free = shorter.freeUntil.since(shorter.lines[0]!.from).total('seconds')
    assert.equal(priceStay(calendar, facts, start, free).totalCents, 0, 'free until then')
    assert.ok(priceStay(calendar, facts, start, free + 1).totalCents > 0, 'and not a second longer')
  }
}

/** Sign, quote, and latest end name the same rules. */
export const speakWithOneVoice = ({ calendar, facts, start, seconds }: RandomStay): void => {
  const stay = evaluateStay({ calendar, facts, start, seconds })
  const now = stateAt(calendar, facts, start)
  assert.equal(stay.ruleAtStart, now.rule)
  if (now.ban) assert.notEqual(stay.refusal, null)
  if (stay.latestEnd && !now.ban && stay.refusal?.code !== 'over_max_stay') {
    const lasts = stay.latestEnd.since(start).total('seconds')
    assert.ok(stay.seconds <= lasts, 'no stay passes its latest end')
  }
  if (!stay.refusal && stay.seconds > 0)
    assert.equal(stay.totalCents, priceStay(calendar, facts, start, stay.seconds).totalCents)
}
