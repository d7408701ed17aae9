// Where a press without a signal leads: sent under one key until a clear answer, never dearer than shown, asked where it changed.
import type { Quote, Started } from '@parkit/contract/parking/sessions'
import { expect, test } from 'vitest'
import { type Attempt, advance, afterConsent, type Failure, isAttempt, lateMs, upgradeAttempt } from './attempt.ts'

const pressedMs = Date.parse('2026-11-21T15:42:00Z')
const attempt: Attempt = {
  id: 'a',
  kind: 'start',
  atMs: pressedMs,
  agreedAtMs: pressedMs,
  zone: { number: '5101', name: 'Lot', timeZone: 'America/Chicago' },
  plate: { number: 'ASH 177', state: 'Illinois' },
  vehicleId: 'v',
  minutes: 60,
  agreed: 3.3,
  quoteId: 'q0',
  key: 'k0',
  unansweredSends: 0,
  state: 'waiting',
}
const quoted = (more: Partial<Quote> = {}) =>
  ({ QuoteId: 'q1', Minutes: 60, Total: 3.3, EndsAt: 'end', Warnings: [], ...more }) as unknown as Quote
const parked = { SessionId: 'P-1', Status: 'running' } as Started

class Failed extends Error {
  readonly failure: Failure
  constructor(status: number, code: Failure['code'], body: Record<string, unknown> = {}) {
    super(code)
    this.failure = { status, code, message: code, body }
  }
}
const lost = new Failed(0, 'no_answer')
const expired = (quote: Quote) => new Failed(409, 'quote_expired', { Quote: quote })

/** What the server says to each sending and each quote, in this order. */
const run = async (
  from: Attempt,
  answers: { sends?: (Started | Error)[]; quotes?: (Quote | Error)[]; afterMs?: number },
) => {
  const sent: { key: string; quoteId: string | undefined }[] = []
  const kept: Attempt[] = []
  let keys = 0
  const next = <T>(list: (T | Error)[] | undefined): T => {
    const answer = list?.shift()
    if (answer === undefined) throw new Error('asked more than expected')
    if (answer instanceof Error) throw answer
    return answer
  }
  const end = await advance(from, {
    quote: async () => next(answers.quotes),
    send: async ({ key, quoteId }) => {
      // what is sent is kept before: a crash in between loses no key
      if (kept.length > 0) expect(kept.at(-1)).toMatchObject({ key, quoteId })
      sent.push({ key, quoteId })
      return next(answers.sends)
    },
    store: async attempt => void kept.push(attempt),
    newKey: () => `k${++keys}`,
    now: () => pressedMs + (answers.afterMs ?? 60_000),
    failureOf: error => (error instanceof Failed ? error.failure : undefined),
  })
  return { end, sent, kept }
}

test('is resent under the same key until a response comes, then it has succeeded', async () => {
  const first = await run(attempt, { sends: [lost] })
  expect(first.end).toMatchObject({ state: 'waiting', key: 'k0', unansweredSends: 1 })
  const second = await run(first.end, { sends: [new Failed(503, 'unavailable')] })
  expect(second.end).toMatchObject({ state: 'waiting', key: 'k0', unansweredSends: 2 })
  const third = await run(second.end, { sends: [parked] })
  expect(third.sent).toEqual([{ key: 'k0', quoteId: 'q0' }])
  expect(third.end).toMatchObject({ state: 'accepted', session: parked, answeredAtMs: pressedMs + 60_000 })
})

test.each([401, 408, 429, 500, 503])('%i is no final response', async status => {
  expect((await run(attempt, { sends: [new Failed(status, 'server_error')] })).end.state).toBe('waiting')
})

test('a payment in progress is queried again', async () => {
  expect((await run(attempt, { sends: [new Failed(409, 'payment_pending')] })).end.state).toBe('waiting')
})

test('a refusal is final', async () => {
  const { end } = await run(attempt, { sends: [new Failed(409, 'zone_closed')] })
  expect(end).toMatchObject({ state: 'rejected', refusal: { code: 'zone_closed' } })
})

test('an expired price that is not higher is accepted automatically, under a new key', async () => {
  const { end, sent } = await run(attempt, { sends: [expired(quoted({ Total: 3 })), parked] })
  expect(sent).toEqual([
    { key: 'k0', quoteId: 'q0' },
    { key: 'k1', quoteId: 'q1' },
  ])
  expect(end.state).toBe('accepted')
})

test.each([
  ['dearer', quoted({ Total: 3.31 }), 60_000],
  ['late', quoted(), lateMs + 1],
  ['changed', quoted({ Minutes: 45 }), 60_000],
  ['full', quoted({ Warnings: ['full'] }), 60_000],
] as const)('%s: nothing is charged before the driver confirms', async (why, quote, afterMs) => {
  const { end, sent } = await run(attempt, { sends: [expired(quote)], afterMs })
  expect(sent).toHaveLength(1)
  expect(end).toMatchObject({
    state: 'needsConfirmation',
    confirmation: { why, total: quote.Total, minutes: quote.Minutes },
  })
  expect(end.quoteId).toBeUndefined()
})

test('pressed without a price it asks, and the confirmation covers only the shown price', async () => {
  const { quoteId: _, agreed: __, ...unpriced } = attempt
  const asked = (await run(unpriced, { quotes: [quoted({ Total: 5 })] })).end
  expect(asked).toMatchObject({ state: 'needsConfirmation', confirmation: { why: 'unpriced', total: 5 } })
  const agreed = afterConsent(asked, 'k9', pressedMs + 2 * lateMs)
  expect(agreed).toMatchObject({ state: 'waiting', agreed: 5, key: 'k9' })
  const cheaper = await run(agreed, {
    quotes: [quoted({ Total: 5, Warnings: ['full'] })],
    sends: [parked],
    afterMs: 2 * lateMs,
  })
  expect([cheaper.end.state, cheaper.sent]).toEqual(['accepted', [{ key: 'k1', quoteId: 'q1' }]])
  expect(afterConsent({ ...asked, acknowledged: 'needsConfirmation' }, 'k9', pressedMs).acknowledged).toBeUndefined()
  const dearer = await run(agreed, { quotes: [quoted({ Total: 6 })], afterMs: 2 * lateMs })
  expect([dearer.end.state, dearer.end.confirmation?.why, dearer.sent]).toEqual(['needsConfirmation', 'dearer', []])
})

test('an extension refers to the session it was pressed for: one extended meanwhile asks', async () => {
  const extension: Attempt = {
    ...attempt,
    kind: 'extend',
    sessionId: 'P-1',
    minutes: 30,
    minutesBefore: 60,
    agreed: 1.5,
  }
  const same = await run(extension, { sends: [expired(quoted({ Minutes: 90, Total: 1.5 })), parked] })
  expect(same.end.state).toBe('accepted')
  const grown = await run(extension, { sends: [expired(quoted({ Minutes: 120, Total: 1.5 }))] })
  expect(grown.end).toMatchObject({ state: 'needsConfirmation', confirmation: { why: 'changed', minutes: 60 } })
})

test('a stop needs no price', async () => {
  const { quoteId: _, ...rest } = attempt
  const { end, sent } = await run({ ...rest, kind: 'stop', sessionId: 'P-1' }, { sends: [parked] })
  expect([end.state, sent]).toEqual(['accepted', [{ key: 'k0', quoteId: undefined }]])
})

test('before 3-D Secure is passed there is no session', async () => {
  const { end } = await run(attempt, {
    sends: [{ ...parked, RequiresAction: { ClientSecret: 's', intentId: 'i' } } as Started],
  })
  expect(end).toMatchObject({ state: 'rejected', refusal: { code: 'bank' } })
})

test('a price that keeps changing is not requested forever', async () => {
  const { end } = await run(attempt, { sends: Array.from({ length: 9 }, () => expired(quoted())) })
  expect(end.state).toBe('waiting')
})

test('an attempt stored by an earlier version keeps its meaning', () => {
  const { state: _, unansweredSends: __, ...rest } = attempt
  const former = { ...rest, state: 'asks', lost: 2, told: 'waiting', heard: 'asks' }
  expect(upgradeAttempt(former)).toEqual({
    ...rest,
    state: 'needsConfirmation',
    unansweredSends: 2,
    reported: 'waiting',
    acknowledged: 'needsConfirmation',
  })
  expect(upgradeAttempt(attempt)).toEqual(attempt)
})

test.each([
  null,
  5,
  'text',
  [],
  {},
  { ...attempt, zone: null },
  { ...attempt, zone: { ...attempt.zone, timeZone: 'Mars/Olympus' } },
  { ...attempt, plate: { number: 5, state: 'Illinois' } },
  { ...attempt, atMs: 'now' },
  { ...attempt, kind: '__proto__' },
  { ...attempt, state: 'constructor' },
])('%j was stored by no version of the app', stored => expect(isAttempt(stored)).toBe(false))

test('an attempt of this version or an earlier one is known', () => {
  expect(isAttempt(attempt)).toBe(true)
  expect(isAttempt({ ...attempt, state: 'asks', lost: 1 })).toBe(true)
})
