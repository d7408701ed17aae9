// What is read anew: nothing where the screens know it already, all that it touched where they do not.
import { expect, test } from 'vitest'
import { afterBalance, afterSessions, type Said } from './standing.ts'

const one = { SessionId: 'P-1', EndsAt: '2026-04-14T18:00:00Z' }
const two = { SessionId: 'P-2', EndsAt: '2026-04-14T19:00:00Z' }
const longer = { ...one, EndsAt: '2026-04-14T18:30:00Z' }

test.each<
  [what: string, said: Said, told: (typeof one)[], known: (typeof one)[] | undefined, active: boolean, rest: boolean]
>([
  ['known already, at the opening', 'first', [one, two], [two, one], false, false],
  ['known already: one’s own doing', 'change', [one], [one], false, false],
  ['started elsewhere', 'change', [one, two], [one], true, true],
  ['extended elsewhere', 'change', [longer], [one], true, true],
  ['ended', 'change', [], [one], true, true],
  ['changed before the line was open', 'first', [], [one], true, true],
  ['the same after a cut: another may have come and gone', 'again', [one], [one], false, true],
  ['not asked for yet', 'first', [one], undefined, false, false],
  ['not shown, and changed', 'change', [one], undefined, false, true],
])('sessions, %s', (_, said, told, known, active, rest) => {
  const keys = afterSessions(said, told, known)
  expect([keys.includes('parking.active'), keys.includes('parking.session')]).toEqual([active, rest])
})

test.each<[what: string, said: Said, told: number, known: number | undefined, reads: boolean]>([
  ['known already, at the opening', 'first', 20, 20, false],
  ['not asked for yet', 'first', 20, undefined, false],
  ['moved before the line was open', 'first', 20, 50, true],
  ['moved', 'change', 20, 50, true],
  ['a refund to a card', 'change', 20, 20, true],
  ['the same after a cut: it may have gone and come', 'again', 20, 20, true],
])('money, %s', (_, said, told, known, reads) => {
  expect(afterBalance(said, told, known).includes('account.details')).toBe(reads)
})
