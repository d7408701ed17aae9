// What holds along time: a calendar cut into stretches under one price and one ban, from boundary to boundary. Pure.
import type { Facts, Override, Rule, RuleBook } from '@parkit/contract/city/calendar-schemas'
import { heldOn, type Lists } from './applies.ts'
import { type Day, dayAt, dayOf, type Span } from './days.ts'

/** Everything that decides a stay at one place. Kept while it is the same, because its days are read once. */
export type Calendar = {
  book: RuleBook
  overrides: Override[]
  /** as the stay knows them, whose prices don't change */
  lists: Lists
  /** as they are known now: a ban reaches stays that began before it was published */
  banLists: Lists
  timeZone: string
}

/** A rule, or what the book says where none holds; `unknown` too after the last known day of a list. */
export type Winner = Rule | RuleBook['otherwise']

/** A ban changes no price: `price` is what holds beneath it. */
export type Stretch = Span & { price: Winner; ban: Rule | 'closed' | null }

const includesOr = <T>(list: T[] | undefined, one: T | undefined, otherwise: boolean) =>
  list ? one !== undefined && list.includes(one) : otherwise

const fitsVehicle = ({ who }: Rule, { vehicleKind, energy }: Facts): boolean =>
  includesOr(who.vehicleKinds, vehicleKind, true) && includesOr(who.energy, energy, true)

export const fitsClass = ({ who: { holds = [], not = [] } }: Rule, facts: Facts): boolean =>
  holds.every(one => facts.holds.includes(one)) && !not.some(one => facts.holds.includes(one))

export const fitsSpace = ({ spaceKinds }: Rule, { spaceKind }: Facts): boolean =>
  includesOr(spaceKinds, spaceKind, true)

const fits = (rule: Rule, facts: Facts) => fitsSpace(rule, facts) && fitsVehicle(rule, facts) && fitsClass(rule, facts)

/** By precedence; a closure before an event rate, of these the last published first. */
type Candidate = { rule: Rule; override: Override | null }
const candidatesOf = ({ book, overrides }: Calendar, facts: Facts): Candidate[] =>
  [
    ...overrides
      .toSorted(
        (a, b) =>
          Number(b.rule.activity === 'none') - Number(a.rule.activity === 'none') ||
          Temporal.Instant.compare(b.publishedAt, a.publishedAt),
      )
      .map(override => ({ rule: override.rule, override })),
    ...book.rules.toSorted((a, b) => a.priority - b.priority).map(rule => ({ rule, override: null })),
  ].filter(({ rule }) => fits(rule, facts))

const within = (spans: ReturnType<typeof heldOn>, { startsAt, endsAt }: Override) => {
  const [begin, end] = [startsAt, endsAt].map(at => Math.ceil(at.epochMilliseconds / 1000))
  return spans
    .map(span => ({ ...span, from: Math.max(span.from, begin!), to: Math.min(span.to, end!) }))
    .filter(({ from, to }) => from < to)
}

const readStretches = (calendar: Calendar, candidates: Candidate[], day: Day): Stretch[] => {
  const { book, lists, banLists, timeZone } = calendar
  const before = dayOf(day.number - 1, timeZone)
  const held = candidates.flatMap(({ rule, override }) => {
    const spans = heldOn(rule, day, before, rule.activity === 'none' ? banLists : lists)
    // one window that surely holds is enough
    spans.sort((a, b) => Number(b.known) - Number(a.known))
    return (override ? within(spans, override) : spans).map(span => ({ ...span, rule, override }))
  })
  const edges = [...day.spans, ...held].flatMap(({ from, to }) => [from, to])
  const cuts = [...new Set(edges)].sort((a, b) => a - b)
  return cuts.slice(0, -1).map((from, i): Stretch => {
    const isHere = (span: Span) => span.from <= from && from < span.to
    const priced = held.find(span => isHere(span) && (!span.known || span.rule.activity !== 'none'))
    // an event rate changes the price of parking, and lifts no ban
    const deciding = held.find(span => isHere(span) && (!span.override || span.rule.activity === 'none'))
    const closed = book.otherwise === 'closed' ? 'closed' : null
    const isBan = deciding?.known && deciding.rule.activity === 'none'
    return {
      from,
      to: cuts[i + 1]!,
      price: priced ? (priced.known ? priced.rule : 'unknown') : book.otherwise,
      ban: deciding ? (isBan ? deciding.rule : null) : closed,
    }
  })
}

type Read = { candidates: Candidate[]; days: Map<number, Stretch[]> }
const known = new WeakMap<Calendar, Map<string, Read>>()
const daysKept = 1_000

const readOf = (calendar: Calendar, facts: Facts): Read => {
  const reads = known.getOrInsertComputed(calendar, () => new Map<string, Read>())
  const key = JSON.stringify([facts.spaceKind, facts.vehicleKind, facts.energy, facts.holds])
  if (reads.size > daysKept) reads.clear()
  return reads.getOrInsertComputed(key, () => ({ candidates: candidatesOf(calendar, facts), days: new Map() }))
}

/** From an instant on without a gap, neighbors under the same rules joined. */
export function* stretchesFrom(calendar: Calendar, facts: Facts, from: number, until: number): Generator<Stretch> {
  const { candidates, days } = readOf(calendar, facts)
  let last: Stretch | undefined
  for (let { number } = dayAt(from, calendar.timeZone); ; number++) {
    const day = dayOf(number, calendar.timeZone)
    if (days.size > daysKept) days.clear()
    const stretches = days.getOrInsertComputed(number, () => readStretches(calendar, candidates, day))
    for (const stretch of stretches) {
      if (stretch.to <= from) continue
      if (stretch.from >= until) {
        if (last) yield last
        return
      }
      const [begin, end] = [Math.max(from, stretch.from), Math.min(until, stretch.to)]
      if (last?.price === stretch.price && last.ban === stretch.ban) last = { ...last, to: end }
      else {
        if (last) yield last
        last = { ...stretch, from: begin, to: end }
      }
    }
  }
}
