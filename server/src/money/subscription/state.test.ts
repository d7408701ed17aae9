// A plan's states: how the provider's plan changes our row, and what the driver sees and pays in each.
import { describe, expect, test } from 'vitest'
import type { ProviderPlan } from '#money/cards/cards.ts'
import { coveredUntil, isCoveredAt, isOverdue, nextState, nextSyncAt, type State, shownAt } from './state.ts'

const begin = Temporal.Instant.from('2026-04-14T17:00:00Z')
const month = (n: number) => begin.add({ hours: 24 * 30 * n })
const days = (at: Temporal.Instant, n: number) => at.add({ hours: 24 * n })
const seconds = (at: Temporal.Instant, n: number) => at.add({ seconds: n })

const standing = (status: ProviderPlan['status'], months: number, more: Partial<ProviderPlan> = {}): ProviderPlan => ({
  status,
  endsWithPeriod: false,
  openPaymentId: null,
  paid: Array.from({ length: months }, (_, n) => ({
    invoiceId: `in_${n}`,
    paymentId: `pi_${n}`,
    amountCents: 499,
    paidAt: month(n),
    coversUntil: month(n + 1),
  })),
  ...more,
})
const row = (state: State, months = 1) => ({ state, paid_until: months > 0 ? month(months) : null })
const leaving = { endsWithPeriod: true }

test.each<[string, ReturnType<typeof row>, ProviderPlan, State, string | null]>([
  ['the first month was not paid yet', row('pending', 0), standing('incomplete', 0), 'pending', null],
  ['active without a paid month has not begun', row('pending', 0), standing('active', 0), 'pending', null],
  ['the first month was paid', row('pending', 0), standing('active', 1), 'active', 'begun'],
  ['it never began', row('pending', 0), standing('ended', 0), 'void', null],
  ['nothing new', row('active'), standing('active', 1), 'active', null],
  ['another month', row('active'), standing('active', 2), 'active', 'renewed'],
  ['a renewal failed', row('active'), standing('unpaid', 1), 'grace', 'failed'],
  ['told of it once', row('grace'), standing('unpaid', 1), 'grace', null],
  ['paid within the grace', row('grace'), standing('active', 2), 'active', 'renewed'],
  ['cancelled', row('active'), standing('active', 1, leaving), 'cancelling', null],
  ['resumed', row('cancelling'), standing('active', 1), 'active', null],
  ['cancelled and over: the driver knows', row('cancelling'), standing('ended', 1, leaving), 'ended', null],
  ['ended after the grace', row('grace'), standing('ended', 1), 'ended', 'ended'],
  ['ended at the provider by hand', row('active'), standing('ended', 1), 'ended', 'ended'],
  ['to be ended, and the provider does not know yet', row('ending'), standing('unpaid', 1), 'ending', null],
  ['to be ended, and paid in the same moment', row('ending'), standing('active', 2), 'active', 'renewed'],
  ['what has ended stays so', row('ended'), standing('active', 2), 'ended', null],
])('%s', (_, before, said, state, news) => {
  expect(nextState(before, said)).toMatchObject({ state, news })
})

test('a late payment counts, and an outdated check removes no month', () => {
  expect(nextState(row('ended'), standing('ended', 2)).until).toEqual(month(2))
  expect(nextState(row('active', 2), standing('active', 1)).until).toEqual(month(2))
})

describe('no service fee', () => {
  test.each<[State, boolean, boolean, boolean]>([
    // state, in the paid month, in the seven days after it, after those
    ['pending', false, false, false],
    ['active', true, true, false],
    ['grace', true, true, false],
    ['cancelling', true, false, false],
    ['ending', false, false, false],
    ['ended', false, false, false],
    ['void', false, false, false],
  ])('%s', (state, paid, grace, after) => {
    const plan = row(state)
    const end = days(month(1), 7)
    expect(isCoveredAt(plan, seconds(month(1), -1))).toBe(paid)
    expect(isCoveredAt(plan, month(1))).toBe(grace)
    expect(isCoveredAt(plan, seconds(end, -1))).toBe(grace)
    expect(isCoveredAt(plan, end)).toBe(after)
  })

  test('nothing before a month is paid', () => {
    expect(coveredUntil(row('pending', 0))).toBeNull()
  })
})

test('the grace period ends exactly seven days after the paid month', () => {
  expect(isOverdue(row('grace'), seconds(days(month(1), 7), -1))).toBe(false)
  expect(isOverdue(row('grace'), days(month(1), 7))).toBe(true)
  expect(isOverdue(row('cancelling'), days(month(1), 8))).toBe(false)
})

test('the state follows the clock, not the job', () => {
  expect(shownAt(null, begin)).toBe('free')
  expect(shownAt(row('void', 0), begin)).toBe('free')
  expect(shownAt(row('ending', 0), begin)).toBe('free')
  expect(shownAt(row('ending'), begin)).toBe('ended')
  expect(shownAt(row('cancelling'), begin)).toBe('cancelling')
  expect(shownAt(row('cancelling'), month(1))).toBe('ended')
  expect(shownAt(row('grace'), days(month(1), 7))).toBe('ended')
})

test('every ongoing plan is checked again, and a grace period exactly at its end', () => {
  expect(nextSyncAt(row('pending', 0), begin)).toEqual(seconds(begin, 30))
  expect(nextSyncAt(row('active'), begin)).toEqual(month(1).add({ hours: 2 }))
  expect(nextSyncAt(row('grace'), days(month(1), 1))).toEqual(days(month(1), 1).add({ hours: 6 }))
  expect(nextSyncAt(row('grace'), days(month(1), 7).subtract({ hours: 1 }))).toEqual(days(month(1), 7))
  expect(nextSyncAt(row('ending'), begin)).toEqual(seconds(begin, 30))
  expect(nextSyncAt(row('ended'), begin)).toBeNull()
  expect(nextSyncAt(row('void', 0), begin)).toBeNull()
})
