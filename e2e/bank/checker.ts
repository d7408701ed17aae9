// The checker: compares the clients' history with the database and names every contradiction.
import { type BrokenBook, rowsText } from '../../server/src/money/ledger/books.ts'
import type { PaidBack } from './desk-client.ts'
import type { Facts, Movement, SessionFact } from './facts-store.ts'
import { answered, type Op, type SessionAnswer } from './history.ts'
import { wrongFreeCancels, wrongPrices } from './price-checker.ts'
import type { Leap } from './skewed-clock.ts'

const cents = (dollars: number) => Math.round(dollars * 100)

/** What nobody was answered is there as a whole or not at all: there, if its answer is stored with its key. */
const resolved = (op: Op, { kept, paidBack, charges }: Facts): Op => {
  if (op.outcome === 'ok' || (op.outcome === 'fail' && !op.isLost)) return op
  const charge = charges.get(op.key)
  if (op.name === 'addMoney')
    return charge?.state === 'succeeded'
      ? { ...op, outcome: 'ok', answer: JSON.stringify({ TransactionId: charge.id }) }
      : { ...op, outcome: 'fail' }
  const answer = kept.get(op.key) ?? paidBack.get(op.key)
  return answer === undefined ? { ...op, outcome: 'fail' } : { ...op, outcome: 'ok', answer: JSON.stringify(answer) }
}

const nameOf = (driverId: string, kind: string, of: string, amountCents: number) =>
  `${kind} of ${amountCents} cents, ${of}, driver ${driverId}`

type Step = SessionFact['steps'][number]

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** What the desk paid back is in the session's time line, no more and no less, and never more than was paid. */
const wrongRefunds = ({ id, parkingCents, feeCents, refundedCents, steps }: SessionFact, told: PaidBack['Items']) => {
  const toldCents = sum(told.map(({ Amount }) => cents(Amount)))
  const keptCents = -sum(steps.filter(({ kind }) => kind === 'refunded').map(step => step.cents))
  return [
    ...(toldCents === keptCents
      ? []
      : [`For session ${id} ${toldCents} cents were told as paid back, not ${keptCents}`]),
    ...(refundedCents <= parkingCents + feeCents ? [] : [`More was paid back for session ${id} than it cost`]),
  ]
}

/** What a session's answers say happened to it, in order. */
const toldSteps = (started: SessionAnswer, extended: SessionAnswer[], stopped: SessionAnswer | undefined): Step[] => {
  let paid = cents(started.AmountPaid)
  const steps: Step[] = [{ kind: 'started', minutes: started.Minutes, cents: paid }]
  for (const { Minutes, AmountPaid } of extended.toSorted((a, b) => a.Minutes - b.Minutes)) {
    steps.push({ kind: 'extended', minutes: Minutes, cents: cents(AmountPaid) - paid })
    paid = cents(AmountPaid)
  }
  // used minutes are the price check's
  if (stopped) steps.push({ kind: 'stopped', minutes: 0, cents: -cents(stopped.Refunded) })
  return steps
}

const bySession = (ops: { answer: string }[]) => {
  const found = new Map<string, SessionAnswer[]>()
  for (const { answer } of ops) {
    const session: SessionAnswer = JSON.parse(answer)
    found.set(session.SessionId, [...(found.get(session.SessionId) ?? []), session])
  }
  return found
}

/** What the desk paid back for each session, as it was told. */
const toldRefunds = (ops: Op[]) => {
  const told = new Map<string, PaidBack['Items'][number][]>()
  for (const { params, answer } of answered(ops, 'refund')) {
    const { Items }: PaidBack = JSON.parse(answer)
    told.set(params!.id!, [...(told.get(params!.id!) ?? []), ...Items])
  }
  return told
}

/** Sessions: each was started by one operation, and went the way its answers say. Adds what its wallet must show. */
const wrongSessions = (ops: Op[], facts: Facts, expect: (name: string) => void): string[] => {
  const wrong: string[] = []
  const started = bySession(answered(ops, 'start'))
  const extended = bySession(answered(ops, 'extend'))
  const stopped = bySession(answered(ops, 'stop'))
  const refunds = toldRefunds(ops)
  const held = new Map(facts.sessions.map(session => [session.id, session]))
  for (const id of held.keys()) if (!started.has(id)) wrong.push(`Session ${id} runs or ran, and nobody started it`)
  for (const [id, answers] of started) {
    const session = held.get(id)
    if (answers.length > 1) wrong.push(`Session ${id} was the answer to ${answers.length} starts`)
    if (!session) {
      wrong.push(`Session ${id} was answered and is not there`)
      continue
    }
    if ((stopped.get(id)?.length ?? 0) > 1) wrong.push(`Session ${id} was stopped more than once`)
    const back = refunds.get(id) ?? []
    wrong.push(...wrongRefunds(session, back))
    for (const { Amount, To } of back)
      if (To === 'wallet') expect(nameOf(session.driverId, 'refund', id, cents(Amount)))
    const told = toldSteps(answers[0]!, extended.get(id) ?? [], stopped.get(id)?.[0])
    const kept = session.steps
      .filter(({ kind }) => ['started', 'extended', 'stopped'].includes(kind))
      .map(step => (step.kind === 'stopped' ? { ...step, minutes: 0 } : step))
    if (JSON.stringify(told) !== JSON.stringify(kept))
      wrong.push(`Session ${id} was told as ${JSON.stringify(told)} and is ${JSON.stringify(kept)}`)
    if (answers[0]!.PaidVia !== 'wallet') continue
    const kinds: Record<string, string> = { started: 'fare', extended: 'extension', stopped: 'unusedMinutes' }
    for (const { kind, cents } of told)
      if (cents !== 0)
        expect(
          nameOf(session.driverId, session.freeCancel && kind === 'stopped' ? 'cancelled' : kinds[kind]!, id, -cents),
        )
  }
  return wrong
}

/** Kinds that no call of a client's makes. */
const ownAccord = ['autoTopUp', 'refundFailed']

const named = ({ driverId, kind, sessionId, reference, cents }: Movement) =>
  nameOf(driverId, kind, sessionId ?? reference ?? '', cents)

/** Every ok is there, no fail is, every info is wholly there or wholly not: each line of a wallet has its operation. */
const wrongMovements = (ops: Op[], facts: Facts): string[] => {
  const expected = new Map<string, number>()
  const expect = (name: string) => void expected.set(name, (expected.get(name) ?? 0) + 1)
  const wrong = wrongSessions(ops, facts, expect)
  for (const { driverId, body, answer } of answered(ops, 'addMoney'))
    expect(nameOf(driverId, 'topUp', JSON.parse(answer).TransactionId, cents(body.Amount as number)))
  for (const { driverId, answer } of answered(ops, 'withdraw'))
    for (const { Id, Amount } of JSON.parse(answer).Refunds) expect(nameOf(driverId, 'withdrawal', Id, -cents(Amount)))
  for (const movement of facts.movements) {
    if (ownAccord.includes(movement.kind)) continue
    const name = named(movement)
    const left = expected.get(name) ?? 0
    if (left === 0) wrong.push(`In a wallet, and no answer told of it: ${name}`)
    else if (left === 1) expected.delete(name)
    else expected.set(name, left - 1)
  }
  return [...wrong, ...[...expected.keys()].map(name => `Answered, and in no wallet: ${name}`)]
}

const wrongOutcomes = (history: Op[], { kept, paidBack, months }: Facts): string[] => [
  ...history
    .filter(({ outcome, isLost, key }) => outcome === 'fail' && !isLost && (kept.has(key) || paidBack.has(key)))
    .map(
      ({ name, key, body, tries, answer }) =>
        `${name} ${key} ${JSON.stringify(body)} was refused (${answer}) at try ${tries}, and its answer is stored`,
    ),
  ...history
    .filter(({ answer }) => ['idempotency_conflict', 'unauthorized'].includes(answer))
    .map(({ name, key, answer }) => `${name} ${key} was answered ${answer}`),
  ...answered(history, 'subscribe')
    .filter(({ driverId }) => !months.has(driverId))
    .map(({ driverId }) => `Driver ${driverId} was told of a plan, and no month of it is paid`),
  ...[...months]
    .filter(([, paid]) => paid > 1)
    .map(([driverId, paid]) => `Driver ${driverId} paid ${paid} months of a plan within one`),
]

const wrongProvider = ({ provider }: Facts): string[] => {
  const { takenCents, givenBackCents, clearingCents, plannedTwice } = provider
  return [
    ...(takenCents - givenBackCents + clearingCents === 0
      ? []
      : [`The provider took ${takenCents} and gave back ${givenBackCents}; the ledger has ${clearingCents} to come`]),
    ...(plannedTwice > 0 ? ['A month of a plan is in the ledger twice'] : []),
  ]
}

/** Strangers have what they paid and did not use: not a cent was gained, and none was taken from them. */
const wrongStrangers = ({ strangerMoney }: Facts): string[] =>
  strangerMoney
    .filter(({ balanceCents, dueCents }) => balanceCents !== dueCents)
    .map(
      ({ driverId, balanceCents, dueCents }) =>
        `Stranger ${driverId} paid and left ${dueCents} cents, and has ${balanceCents}`,
    )

const overOf = ({ endedAt, endsAt }: SessionFact) => endedAt ?? endsAt

/** A call looks at the clock once, when it begins, and is written at the latest so long after that. */
const underWayMs = 60_000

/** How far the clock, set back by `skewMs` at most, may have been set forward between a call stamped with `atMs` and its write. */
const leaptAfter = (atMs: number, { skewMs = 0, leaps = [] }: ClockFaults): number => {
  let leaptMs = 0
  for (const { fromMs, byMs } of leaps)
    if (fromMs >= atMs - skewMs && fromMs <= atMs + underWayMs + leaptMs) leaptMs += byMs
  return leaptMs
}

const spanOf = ({ id, startedAt, endsAt, endedAt }: SessionFact) =>
  `${id} (${[startedAt, endsAt, endedAt].map(ms => ms && new Date(ms).toISOString()).join(', ')})`

/** Two sessions of a plate in one account at one time, for longer than the clock was set back, or forward in the midst of the start. */
const wrongPlates = ({ sessions }: Facts, clock: ClockFaults): string[] => {
  const plates = Map.groupBy(sessions, ({ driverId, plate }) => `${plate} of ${driverId}`)
  return [...plates].flatMap(([plate, of]) => {
    let last: SessionFact | undefined
    return of
      .toSorted((a, b) => a.startedAt - b.startedAt)
      .flatMap(session => {
        const before = last
        if (!before || overOf(session) > overOf(before)) last = session
        const bothMs = before ? Math.min(overOf(session), overOf(before)) - session.startedAt : 0
        const leaptMs = leaptAfter(session.startedAt, clock)
        return bothMs > 0 && bothMs > (clock.skewMs ?? 0) + leaptMs
          ? [
              `Plate ${plate} is parked twice for ${bothMs} ms, leaps ${leaptMs}: ${spanOf(before!)} and ${spanOf(session)}`,
            ]
          : []
      })
  })
}

export const sentenceOf = ({ sentence, rows }: BrokenBook) => `BROKEN: ${sentence} ${rowsText(rows, 3)}`

/** How far the clock was behind the furthest it ever was, at most, and its leaps forward. */
type ClockFaults = { skewMs?: number; leaps?: readonly Leap[] }

/** `freshIds`: sessions whose price is to be worked out again; all where absent. Answers one sentence per fault, none where all is well. */
export const judge = (
  history: Op[],
  facts: Facts,
  { freshIds, ...clock }: ClockFaults & { freshIds?: Set<string> } = {},
): string[] => {
  const ops = history.map(op => resolved(op, facts))
  const everybody = { ...facts, sessions: [...facts.sessions, ...facts.strangerSessions] }
  return [
    ...facts.broken.map(sentenceOf),
    ...wrongMovements(ops, facts),
    ...wrongOutcomes(history, facts),
    ...wrongProvider(facts),
    ...wrongPlates(everybody, clock),
    ...wrongFreeCancels(everybody),
    ...wrongPrices(everybody, freshIds),
    ...wrongStrangers(facts),
  ]
}
