// The checker on handmade histories: accepts correct ones and names each way to lose or duplicate money.
import { expect, test } from 'vitest'
import { type BreakName, breakBuild, breaks } from './broken-builds.ts'
import { judge } from './checker.ts'
import type { Facts, Movement, SessionFact } from './facts-store.ts'
import type { Op, WriteName } from './history.ts'
import { wrongInActivity } from './read-checker.ts'

const driverId = 'maya'
const minute = 60_000
const noon = Date.parse('2026-11-16T18:00:00Z')

const op = (name: WriteName, key: string, answer: unknown, body: Op['body'] = {}): Op => ({
  driverId,
  key,
  name,
  body,
  outcome: 'ok',
  tries: 1,
  answer: JSON.stringify(answer),
})

const movement = (id: string, kind: string, of: string, cents: number): Movement => ({
  id,
  driverId,
  kind,
  sessionId: of.startsWith('P-') ? of : null,
  reference: of.startsWith('P-') ? null : of,
  cents,
  balanceAfterCents: 0,
})

/** $2.00 an hour, paid by the hour begun. */
const tariff = {
  id: 'plain',
  version: 1,
  validFrom: '2026-01-01',
  name: 'Plain',
  rates: [
    {
      name: 'Always',
      days: [1, 2, 3, 4, 5, 6, 7],
      from: '00:00',
      to: '24:00',
      lines: [{ type: 'incrementingRate' as const, fromMinutes: 0, toMinutes: null, stepMinutes: 60, cents: 200 }],
    },
  ],
}

const session: SessionFact = {
  id: 'P-1',
  driverId,
  plate: 'ILLINOIS BANK1',
  zone: '5101',
  status: 'ended',
  startedAt: noon,
  endsAt: noon + 120 * minute,
  endedAt: noon + 30 * minute,
  timeZone: 'America/Chicago',
  refundsUnused: true,
  tariff: 'plain',
  parkingCents: 400,
  feeCents: 35,
  refundedCents: 250,
  freeCancel: false,
  steps: [
    { kind: 'started', minutes: 60, cents: 235 },
    { kind: 'extended', minutes: 120, cents: 200 },
    { kind: 'stopped', minutes: 30, cents: -200 },
    { kind: 'refunded', minutes: 30, cents: -50 },
  ],
}
const back = { Id: 'refund-2', Amount: 0.5, To: 'wallet' as const }
const told = { SessionId: 'P-1', Refunded: 0, PaidVia: 'wallet' }

/** A driver adds money, parks an hour, adds another, leaves after half of the first, and withdraws a dollar; the desk pays back half of one. */
const whole = () => ({
  history: [
    op('addMoney', 'k1', { TransactionId: 'charge-1' }, { Amount: 20 }),
    op('start', 'k2', { ...told, Minutes: 60, AmountPaid: 2.35 }),
    op('extend', 'k3', { ...told, Minutes: 120, AmountPaid: 4.35 }),
    op('stop', 'k4', { ...told, Minutes: 30, AmountPaid: 2.35, Refunded: 2 }),
    op('withdraw', 'k5', { Refunds: [{ Id: 'refund-1', Amount: 1 }] }),
    { ...op('refund', 'k6', { Items: [back] }), params: { id: 'P-1' } },
  ],
  facts: {
    broken: [],
    movements: [
      movement('1', 'topUp', 'charge-1', 2_000),
      movement('2', 'fare', 'P-1', -235),
      movement('3', 'extension', 'P-1', -200),
      movement('4', 'unusedMinutes', 'P-1', 200),
      movement('5', 'withdrawal', 'refund-1', -100),
      movement('6', 'refund', 'P-1', 50),
    ],
    sessions: [structuredClone(session)],
    strangerSessions: [],
    strangerMoney: [{ driverId: 'mallory', balanceCents: 500, dueCents: 500 }],
    kept: new Map(['k2', 'k3', 'k4', 'k5'].map(key => [key, {}])),
    paidBack: new Map([['k6', { Items: [back] }]]),
    charges: new Map([['k1', { id: 'charge-1', state: 'succeeded', cents: 2_000 }]]),
    months: new Map(),
    tariffs: new Map([['plain', tariff]]),
    provider: { takenCents: 2_000, givenBackCents: 100, clearingCents: -1_900, plannedTwice: 0 },
  } satisfies Facts as Facts,
})
type World = ReturnType<typeof whole>

test('accepts a correct history', () => {
  const { history, facts } = whole()
  expect(judge(history, facts)).toEqual([])
})

test('a write with an unknown outcome is applied completely or not at all', () => {
  const there = whole()
  there.facts.kept.set('k5', { Refunds: [{ Id: 'refund-1', Amount: 1 }] })
  Object.assign(there.history[0]!, { outcome: 'info', answer: 'reset' })
  Object.assign(there.history[4]!, { outcome: 'info', answer: 'reset' })
  expect(judge(there.history, there.facts)).toEqual([])

  const absent = whole()
  Object.assign(absent.history[4]!, { outcome: 'info', answer: 'reset' })
  absent.facts.kept.delete('k5')
  absent.facts.movements.splice(4, 1)
  expect(judge(absent.history, absent.facts)).toEqual([])
})

test('a refusal after a try with an unknown outcome is not final: that try may still arrive', () => {
  const { history, facts } = whole()
  facts.kept.set('k5', { Refunds: [{ Id: 'refund-1', Amount: 1 }] })
  Object.assign(history[4]!, { outcome: 'fail', answer: 'bad_input', isLost: true })
  expect(judge(history, facts)).toEqual([])
})

test.each<[string, (world: World) => unknown, RegExp]>([
  ['an answered top-up is lost', ({ facts }) => facts.movements.splice(0, 1), /Answered, and in no wallet: topUp/],
  [
    'a top-up is credited twice',
    ({ facts }) => facts.movements.push(facts.movements[0]!),
    /no answer told of it: topUp/,
  ],
  [
    'a refused withdrawal took money',
    ({ history }) => Object.assign(history[4]!, { outcome: 'fail', answer: 'bad_input' }),
    /no answer told of it: withdrawal[\s\S]*its answer is stored/,
  ],
  ['an answered session is lost', ({ facts }) => facts.sessions.pop(), /P-1 was answered and is not there/],
  ['a session has no start', ({ history }) => history.splice(1, 1), /P-1 runs or ran, and nobody started it/],
  ['two starts are answered with one session', ({ history }) => history.push(history[1]!), /answer to 2 starts/],
  ['an answered extension is lost', ({ facts }) => facts.sessions[0]!.steps.splice(1, 1), /P-1 was told as .* and is /],
  ['an extension is done twice', ({ facts }) => facts.movements.push(facts.movements[2]!), /told of it: extension/],
  ['a session is stopped twice', ({ history }) => history.push(history[3]!), /stopped more than once/],
  [
    'a half of what nobody was answered is there: its key without its money',
    ({ history, facts }) => {
      Object.assign(history[4]!, { outcome: 'info', answer: 'reset' })
      facts.kept.set('k5', { Refunds: [{ Id: 'refund-1', Amount: 1 }] })
      facts.movements.splice(4, 1)
    },
    /Answered, and in no wallet: withdrawal/,
  ],
  [
    'the other half: its money without its key',
    ({ history, facts }) => {
      Object.assign(history[4]!, { outcome: 'info', answer: 'reset' })
      facts.kept.delete('k5')
    },
    /no answer told of it: withdrawal/,
  ],
  [
    'what the desk paid back is lost',
    ({ facts }) => facts.movements.splice(5, 1),
    /Answered, and in no wallet: refund of 50 cents/,
  ],
  [
    'the desk pays back twice',
    ({ facts }) => {
      facts.movements.push(facts.movements[5]!)
      facts.sessions[0]!.steps.push(facts.sessions[0]!.steps[3]!)
    },
    /50 cents were told as paid back, not 100[\s\S]*no answer told of it: refund/,
  ],
  [
    'what the desk was refused is paid back',
    ({ history }) => Object.assign(history[5]!, { outcome: 'fail', answer: 'over_paid' }),
    /no answer told of it: refund[\s\S]*its answer is stored/,
  ],
  [
    'more is paid back than it cost',
    ({ facts }) => (facts.sessions[0]!.refundedCents = 436),
    /More was paid back for session P-1/,
  ],
  ['the provider took more', ({ facts }) => (facts.provider.takenCents += 500), /The provider took 2500/],
  ['a session costs too much', ({ facts }) => (facts.sessions[0]!.parkingCents += 100), /P-1 costs 400 \+ 35/],
  ['too little is paid back', ({ facts }) => (facts.sessions[0]!.refundedCents -= 1), /P-1 costs 400 \+ 35 − 250/],
  ['a fee is missing', ({ facts }) => (facts.sessions[0]!.feeCents = 0), /P-1 costs 400 \+ 35/],
  [
    'a plate is parked twice',
    ({ facts }) => facts.sessions.push({ ...session, id: 'P-2', startedAt: noon + 10 * minute }),
    /parked twice for 1200000 ms, leaps 0: P-1 .* and P-2 /,
  ],
  [
    'a stop within a minute is not free',
    ({ facts }) => Object.assign(facts.sessions[0]!, { endedAt: noon + 59_000 }),
    /P-1 was stopped at once, and not for free/,
  ],
  [
    'a stop is free too late',
    ({ facts }) => Object.assign(facts.sessions[0]!, { freeCancel: true }),
    /P-1 was cancelled for free too late/,
  ],
  [
    'a plate is cancelled for free twice in a zone',
    ({ facts }) =>
      facts.sessions.push(
        ...['P-2', 'P-3'].map(id => ({ ...session, id, driverId: id, endedAt: noon + 30_000, freeCancel: true })),
      ),
    /P-3 was cancelled for free once too often/,
  ],
  [
    'a sentence of the books is broken',
    ({ facts }) => facts.broken.push({ sentence: 'Every entry sums to zero.', rows: [{ sum: 5n }] }),
    /BROKEN: Every entry sums to zero\.[\s\S]*5/,
  ],
  [
    'a key is told to be another’s',
    ({ history }) => Object.assign(history[0]!, { outcome: 'fail', answer: 'idempotency_conflict' }),
    /answered idempot/,
  ],
  [
    'a plan is answered and not paid',
    ({ history }) => history.push(op('subscribe', 'k7', {})),
    /told of a plan, and no month/,
  ],
  [
    'a stranger gains a cent',
    ({ facts }) => (facts.strangerMoney[0]!.balanceCents += 1),
    /Stranger mallory paid and left 500 cents, and has 501/,
  ],
  [
    'a stranger parks for too little',
    ({ facts }) => facts.strangerSessions.push({ ...session, id: 'P-9', driverId: 'mallory', parkingCents: 300 }),
    /P-9 costs 400 \+ 35/,
  ],
  ['a month is paid twice', ({ facts }) => facts.months.set(driverId, 2), /paid 2 months/],
])('%s', (_, spoil, sentence) => {
  const world = whole()
  spoil(world)
  expect(judge(world.history, world.facts).join('\n')).toMatch(sentence)
})

test('a start stamped before a clock jump is no second stay; one stamped long before it is', () => {
  const { history, facts } = whole()
  facts.sessions.push({ ...session, id: 'P-2', startedAt: noon + 10 * minute })
  const plates = (leaptAt: number, byMs: number, skewMs = 0) =>
    judge(history, facts, { skewMs, leaps: [{ fromMs: leaptAt, byMs }] }).filter(sentence =>
      /parked twice/.test(sentence),
    )
  expect(plates(noon + 10.5 * minute, 20 * minute)).toEqual([])
  expect(plates(noon + 10.5 * minute, 19 * minute)).toHaveLength(1)
  expect(plates(noon + 11.5 * minute, 20 * minute)).toHaveLength(1)
  expect(plates(noon + 9 * minute, 20 * minute)).toHaveLength(1)
  // a clock that was set back meanwhile may leap at up to a minute before the stamp
  for (const leaptAt of [9.1, 10.9]) expect(plates(noon + leaptAt * minute, 19.5 * minute, minute)).toEqual([])
  for (const leaptAt of [8.9, 11.1]) expect(plates(noon + leaptAt * minute, 19.5 * minute, minute)).toHaveLength(1)
})

const line = (Id: string, Amount: number, BalanceAfter: number) => ({
  Id,
  When: '2026-11-16T18:00:00Z',
  Kind: 'topUp',
  Amount,
  BalanceAfter,
  SessionId: null,
  Name: null,
  Refund: null,
})

test('every wallet read is checked by itself', () => {
  const Items = [line('9', -2, 8), line('7', 10, 10)]
  expect(wrongInActivity({ Items }, 9)).toEqual([])
  expect(wrongInActivity({ Items }, 10).join()).toMatch('a later read ends with 9')
  expect(wrongInActivity({ Items: [line('9', -2, 7), line('7', 10, 10)] }, 0).join()).toMatch('leads from 10 to 7')
  expect(wrongInActivity({ Items: [line('9', -12, -2), line('7', 10, 10)] }, 0).join()).toMatch('the balance is -2')
  expect(wrongInActivity({ Items: Items.toReversed() }, 0).join()).toMatch('stands before')
})

test('each build that is to be detected can still be broken', () => {
  for (const name of Object.keys(breaks)) breakBuild(name as BreakName).remove()
})
