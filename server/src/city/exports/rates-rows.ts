// A city's rules and prices as a table: a row for each line of a price, and one for each rule without. Pure.
import type { PriceLine, Rule } from '@parkit/contract/city/calendar-schemas'
import { signTexts } from '#city/calendar/calendar.ts'
import type { Book } from './books.ts'

type Row = { book: Book; rule: Rule; line: PriceLine | null; currency: string; city: string }
const list = (words: readonly string[] | undefined) => words?.join(' ') ?? ''

const columns: [name: string, of: (row: Row) => string | number | null | undefined][] = [
  ['city', ({ city }) => city],
  ['rule_book', ({ book }) => book.bookId],
  ['version', ({ book }) => book.version],
  ['in_force_from', ({ book }) => book.inForceFrom.toString()],
  ['rule', ({ rule }) => rule.id],
  ['priority', ({ rule }) => rule.priority],
  ['name', ({ rule }) => rule.name.en],
  ['activity', ({ rule }) => rule.activity],
  ['sign', ({ rule }) => signTexts(rule, 'en').join(' · ')],
  ['space_kinds', ({ rule }) => list(rule.spaceKinds)],
  ['vehicle_kinds', ({ rule }) => list(rule.who.vehicleKinds)],
  ['holds', ({ rule }) => list(rule.who.holds)],
  ['holds_not', ({ rule }) => list(rule.who.not)],
  ['when', ({ rule }) => JSON.stringify(rule.when)],
  ['min_stay_seconds', ({ rule }) => rule.limits?.minStaySeconds],
  ['max_stay_seconds', ({ rule }) => rule.limits?.maxStaySeconds],
  ['no_return_seconds', ({ rule }) => rule.limits?.noReturnSeconds],
  ['line', ({ line }) => line?.type],
  ['from_seconds', ({ line }) => line?.fromSeconds],
  ['to_seconds', ({ line }) => line?.toSeconds],
  ['step_seconds', ({ line }) => line?.stepSeconds],
  ['cents', ({ line }) => line?.cents],
  ['max_cents', ({ rule }) => rule.price?.maxCents],
  ['currency', ({ currency }) => currency],
]

export const rateColumns = columns.map(([name]) => name)

/** By precedence; empty where there is nothing. */
export const rateRows = (book: Book, city: string, currency: string): (string | number)[][] =>
  book.book.rules
    .toSorted((a, b) => a.priority - b.priority)
    .flatMap(rule =>
      (rule.price?.lines ?? [null]).map(line =>
        columns.map(([, of]) => of({ book, rule, line, city, currency }) ?? ''),
      ),
    )
