// A quote's life, what each refusal leads to, and the stays that can be chosen.
import type { ErrorCode } from '@parkit/contract/platform/errors'
import { expect, test } from 'vitest'
import { choosePayment, dollarsToAdd, newCard, nextStep } from './payment.ts'
import { isQuoteExpired, quoteTimeLeftMs } from './quotes.ts'
import { stayChoices, stripMinutes } from './StayPicker.tsx'

const made = Date.parse('2026-04-14T18:30:00Z')
const quote = { ExpiresAt: '2026-04-14T18:32:00Z' }

test('a quote lives 120 seconds minus the time to send it', () => {
  expect(isQuoteExpired(quote, made)).toBe(false)
  expect(isQuoteExpired(quote, made + 116_000)).toBe(false)
  expect(isQuoteExpired(quote, made + 117_000)).toBe(true)
  expect(isQuoteExpired(quote, made + 900_000)).toBe(true)
})

test('it is renewed in time, and a wrong clock causes no request storm', () => {
  expect(quoteTimeLeftMs(quote, made)).toBe(117_000)
  expect(quoteTimeLeftMs(quote, made + 900_000)).toBe(1_000)
})

const refused = (code: ErrorCode | 'no_answer', status: number, body = {}) => nextStep({ code, status, body })

test('a changed or expired price shows the quote in the refusal, else requests one', () => {
  expect(refused('price_changed', 409, { Quote: {} })).toBe('new-quote')
  expect(refused('quote_expired', 409, { Quote: {} })).toBe('new-quote')
  expect(refused('quote_expired', 409)).toBe('quote-again')
})

test('a refused stay is quoted again; a low balance and a parked plate offer their next step', () => {
  for (const code of ['over_max_stay', 'under_min_stay', 'zone_closed', 'bad_input'] as const)
    expect(refused(code, 409)).toBe('quote-again')
  expect(refused('insufficient_funds', 402)).toBe('add-money')
  expect(refused('already_parked', 409, { SessionId: 'P-0000000000' })).toBe('view-session')
  expect(refused('no_return', 409)).toBe('show-message')
})

test('an unknown outcome keeps the same payment, so the next press retries it', () => {
  expect(refused('no_answer', 0)).toBe('unsure')
  expect(refused('server_error', 500)).toBe('unsure')
  expect(refused('unavailable', 503)).toBe('unsure')
})

test('the missing amount is whole dollars, at least one', () => {
  expect(dollarsToAdd(0.01)).toBe(1)
  expect(dollarsToAdd(1)).toBe(1)
  expect(dollarsToAdd(3.1 - 1.1)).toBe(2)
  expect(dollarsToAdd(2.01)).toBe(3)
})

test('the strip ends at the limit, or at a day until a longer stay is chosen', () => {
  expect(stripMinutes(180, 60)).toBe(180)
  expect(stripMinutes(10_080, 60)).toBe(1_440)
  expect(stripMinutes(10_080, 2_880)).toBe(2_880)
})

test('the choices stay within the limits, also where these are no step', () => {
  expect(stayChoices(15, 60, 15)).toEqual([15, 30, 45, 60])
  expect(stayChoices(20, 50, 15)).toEqual([20, 30, 45, 50])
  expect(stayChoices(15, 7, 15)).toEqual([7])
  const long = stayChoices(15, 10_080, 15)
  expect(long.slice(-3)).toEqual([7_200, 8_640, 10_080])
})

test('the wallet pays if it covers the price, else the default card, else a new one; a choice of the driver’s stays', () => {
  const methods = [{ Id: 'default' }, { Id: 'other' }]
  const choose = (input: object) => choosePayment({ chosen: undefined, methods, balance: 2, total: 3, ...input })
  expect(choose({ balance: 3 })).toBe('wallet')
  expect(choose({})).toBe('default')
  expect(choose({ methods: [] })).toBe(newCard)
  // nothing is decided while the price, the balance or the cards are not known
  for (const unknown of ['total', 'balance', 'methods']) expect(choose({ [unknown]: undefined })).toBe('wallet')
  for (const chosen of ['wallet', 'other', newCard]) expect(choose({ chosen })).toBe(chosen)
  // a card that was deleted since
  expect(choose({ chosen: 'gone' })).toBe('default')
  expect(choose({ total: 0, balance: 0, methods: [] })).toBe('wallet')
})
