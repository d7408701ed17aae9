// What is invalidated: nothing where the screens already show the reported state, everything it affects where they do not.
import { expect, test } from 'vitest'
import type { EventTiming } from '#platform/live-stream.ts'
import { afterBalance, afterSessions } from './query-invalidation.ts'

const one = { SessionId: 'P-1', EndsAt: '2026-04-14T18:00:00Z' }
const two = { SessionId: 'P-2', EndsAt: '2026-04-14T19:00:00Z' }
const longer = { ...one, EndsAt: '2026-04-14T18:30:00Z' }

test.each<
  [
    what: string,
    timing: EventTiming,
    reported: (typeof one)[],
    known: (typeof one)[] | undefined,
    active: boolean,
    rest: boolean,
  ]
>([
  ['known already, at the opening', 'first', [one, two], [two, one], false, false],
  ['known already: one’s own doing', 'change', [one], [one], false, false],
  ['started elsewhere', 'change', [one, two], [one], true, true],
  ['extended elsewhere', 'change', [longer], [one], true, true],
  ['ended', 'change', [], [one], true, true],
  ['changed before the line was open', 'first', [], [one], true, true],
  ['the same after a cut: another may have come and gone', 'reconnect', [one], [one], false, true],
  ['not asked for yet', 'first', [one], undefined, false, false],
  ['not shown, and changed', 'change', [one], undefined, false, true],
])('sessions, %s', (_, timing, reported, known, active, rest) => {
  const keys = afterSessions(timing, reported, known)
  expect([keys.includes('parking.active'), keys.includes('parking.session')]).toEqual([active, rest])
})

test.each<[what: string, timing: EventTiming, reported: number, known: number | undefined, reads: boolean]>([
  ['known already, at the opening', 'first', 20, 20, false],
  ['not asked for yet', 'first', 20, undefined, false],
  ['moved before the line was open', 'first', 20, 50, true],
  ['moved', 'change', 20, 50, true],
  ['a refund to a card', 'change', 20, 20, true],
  ['the same after a cut: it may have gone and come', 'reconnect', 20, 20, true],
])('money, %s', (_, timing, reported, known, reads) => {
  expect(afterBalance(timing, reported, known).includes('account.details')).toBe(reads)
})
