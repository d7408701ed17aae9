// The rules of a place as its page shows them: as signs say them, in three languages, with its hours and tow-away times. Pure.
import type { Override, Rule, RuleBook } from '@parkit/contract/city/calendar-schemas'
import type { RuleSign, Texts, Zone } from '@parkit/contract/city/places-schemas'
import {
  anyCar,
  bookTexts,
  calendarAsOf,
  capText,
  eventTexts,
  isClosing,
  type Published,
  signTexts,
  spanText,
  stateAt,
  towAwayAhead,
  weekHours,
} from '#city/calendar/calendar.ts'
import type { Terms } from './sign.ts'

type Said = { rule: Rule } & Pick<RuleSign, 'En' | 'Es' | 'Hi'>

const saidInBook = (book: RuleBook): { rules: Said[]; cap: Texts | null } => {
  const [es, hi] = [bookTexts(book, 'es'), bookTexts(book, 'hi')]
  const cap = capText(book, 'en')
  return {
    rules: bookTexts(book, 'en').map(({ rule, lines }, i) => ({ rule, En: lines, Es: es[i]!.lines, Hi: hi[i]!.lines })),
    cap: cap === null ? null : { En: cap, Es: capText(book, 'es')!, Hi: capText(book, 'hi')! },
  }
}
const known = new WeakMap<RuleBook, ReturnType<typeof saidInBook>>()

const shownDays = 7

/** Closures and event rates that last or are to come, the first to begin first; as published at an instant. */
export const overridesAhead = ({ overrides }: Pick<Published, 'overrides'>, at: Temporal.Instant): Override[] =>
  overrides
    .filter(
      ({ endsAt, publishedAt, cancelledAt }) =>
        cancelledAt === null &&
        Temporal.Instant.compare(publishedAt, at) <= 0 &&
        Temporal.Instant.compare(endsAt, at) > 0,
    )
    .toSorted((a, b) => Temporal.Instant.compare(a.startsAt, b.startsAt))

/** As a sign says them: a closure with its name, an event rate under it, and from when to when. */
export const overrideTexts = ({ rule, startsAt, endsAt }: Override, timeZone: string): Omit<Said, 'rule'> => {
  const saidIn = (language: 'en' | 'es' | 'hi') => {
    const span = spanText(startsAt, endsAt, timeZone, language)
    const [title = '', ...lines] = (rule.activity === 'none' ? signTexts : eventTexts)(rule, language)
    if (rule.activity !== 'none') return [title, span, ...lines]
    const name = rule.name[language] ?? rule.name.en
    return [title, name, span, ...lines.filter(line => line !== name)]
  }
  return { En: saidIn('en'), Es: saidIn('es'), Hi: saidIn('hi') }
}

/** Event rates that hold now or begin within seven days; closures are said by themselves. */
const eventRates = (published: Published, at: Temporal.Instant): Said[] =>
  overridesAhead(published, at)
    .filter(
      ({ rule, startsAt }) =>
        rule.activity !== 'none' && Temporal.Instant.compare(startsAt, at.add({ hours: 24 * shownDays })) <= 0,
    )
    .map(one => ({ rule: one.rule, ...overrideTexts(one, published.timeZone) }))

const none = { Rules: [], Cap: null, HasMaxStay: false, Hours: null, TowAway: [] }

/** What its source says of its rates. */
export const sourceText = ({ ratesText }: Pick<Terms, 'ratesText'>): Texts | null =>
  ratesText && { En: ratesText.en, Es: ratesText.es, Hi: ratesText.hi }

/** The same, else what its signs say, a line a rule; null: neither is known. */
export const ratesTextOf = (terms: Terms, at: Temporal.Instant): Texts | null => {
  const { Rules } = zoneRules(terms, at)
  const said = (language: 'En' | 'Es' | 'Hi') => Rules.map(rule => rule[language].join(' · ')).join('\n')
  return sourceText(terms) ?? (Rules.length === 0 ? null : { En: said('En'), Es: said('Es'), Hi: said('Hi') })
}

/** Of a place that opens only later: by the first rules to come. Nothing of one where ParkIt sells no parking. */
export const zoneRules = (
  { payable, published }: Pick<Terms, 'payable' | 'published'>,
  at: Temporal.Instant,
): Pick<Zone, 'Rules' | 'Cap' | 'HasMaxStay' | 'Hours' | 'TowAway'> => {
  if (!payable) return none
  const calendar = calendarAsOf(published, at, at, at)
  const book =
    calendar?.book ??
    published.versions.toSorted((a, b) => Temporal.Instant.compare(a.inForceFrom, b.inForceFrom))[0]?.book
  if (!book) return none
  const state = calendar && stateAt(calendar, anyCar, at)
  const { rules, cap } = known.getOrInsertComputed(book, saidInBook)
  // of rules to come no hours are said, which would read as those of today
  const hours = calendar && weekHours(book)
  const shown = hours ? rules.filter(({ rule }) => !isClosing(rule)) : rules
  return {
    Rules: [...eventRates(published, at), ...shown].map(({ rule, ...said }) => ({
      Id: rule.id,
      Activity: rule.activity,
      Tow: rule.tow ?? false,
      Now: state !== null && (state.ban ?? state.rule) === rule,
      ...said,
    })),
    Cap: cap,
    HasMaxStay: book.rules.some(({ limits }) => limits?.maxStaySeconds !== undefined),
    Hours: hours?.map(({ days, from, to }) => ({ Days: days, From: from, To: to })) ?? null,
    TowAway: calendar
      ? towAwayAhead(calendar, anyCar, at).map(({ from, until }) => ({
          From: from.toString(),
          Until: until.toString(),
        }))
      : [],
  }
}
