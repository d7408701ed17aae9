// The rules round a quote: how long it lives, what a refusal asks for next, and which stays can be chosen.
import type { Quote } from '@parkit/contract/parking/sessions'
import type { CallError } from '#platform/client.ts'

/** A quote this close to its end is asked for anew: the answer must still reach the server alive. */
const marginMs = 3_000

export const isQuoteDead = (quote: Pick<Quote, 'ExpiresAt'>, nowMs: number): boolean =>
  Date.parse(quote.ExpiresAt) - marginMs <= nowMs

/** Milliseconds until the quote must be asked for anew; at least one second, so that a wrong clock cannot spin. */
export const quoteRestMs = (quote: Pick<Quote, 'ExpiresAt'>, nowMs: number): number =>
  Math.max(1_000, Date.parse(quote.ExpiresAt) - marginMs - nowMs)

/**
 * What the screen does after a start or an extension that did not happen:
 * `new-quote` shows the quote that came with the refusal, `quote-again` asks for one,
 * `add-money` and `view-session` offer the way out, `unsure` keeps everything so that a repeat is no second payment,
 * `tell` only says what was said.
 */
export type NextStep = 'new-quote' | 'quote-again' | 'add-money' | 'view-session' | 'unsure' | 'tell'

export function nextStep({ code, status, body }: Pick<CallError, 'code' | 'status' | 'body'>): NextStep {
  if (status === 0 || status >= 500 || code === 'payment_pending') return 'unsure'
  switch (code) {
    case 'price_changed':
    case 'quote_expired':
      return body.Quote ? 'new-quote' : 'quote-again'
    case 'bad_input':
    case 'over_max_stay':
    case 'under_min_stay':
    case 'zone_closed':
      return 'quote-again'
    case 'insufficient_funds':
      return 'add-money'
    case 'already_parked':
      return body.SessionId ? 'view-session' : 'tell'
    default:
      return 'tell'
  }
}

/** Whole dollars that bring the wallet up to the price; at least one, the least that can be added. */
export const dollarsToAdd = (missingDollars: number): number => Math.max(1, Math.ceil(missingDollars - 1e-9))

const dayMinutes = 1_440

/**
 * The longest stay the strip shows, in minutes: the place's limit, else a day; a longer choice stretches it.
 * `mostMinutes` is what the place allows from now on.
 */
export const stripMinutes = (mostMinutes: number, chosenMinutes: number): number =>
  Math.min(mostMinutes, Math.max(dayMinutes, Math.ceil(chosenMinutes / 60) * 60))

/** The ends a driver can pick from a list, as minutes from now: by step up to a day, then by whole days. */
export function stayChoices(minMinutes: number, mostMinutes: number, stepMinutes: number): number[] {
  const choices = new Set<number>([Math.min(minMinutes, mostMinutes)])
  const first = Math.ceil(minMinutes / stepMinutes) * stepMinutes
  for (let minutes = first; minutes <= Math.min(mostMinutes, dayMinutes); minutes += stepMinutes) choices.add(minutes)
  for (let minutes = 2 * dayMinutes; minutes <= mostMinutes; minutes += dayMinutes) choices.add(minutes)
  choices.add(mostMinutes)
  return [...choices].sort((a, b) => a - b)
}
