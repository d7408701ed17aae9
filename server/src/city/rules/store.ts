// The SQL of rules: rule books, lists of days, and overrides, and the books of places that have a tariff.
import type { Rule, RuleBook } from '@parkit/contract/city/calendar-schemas'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import { type Queryable, sql } from '#platform/db.ts'

/** One at a time publishes books of a city. */
export const lockBooks = sql.run<[city: number]>(
  'rule_book_lock',
  `select pg_advisory_xact_lock(hashtext('rules.book'), $1)`,
)

export type BookRow = {
  /** its code */
  city: string
  book_id: string
  version: number
  in_force_from: Temporal.Instant
  book: RuleBook
  tariff_id: string | null
  tariff_version: number | null
}
export const selectBooks = sql.list<BookRow>(
  'rule_book_list',
  `select city.code as city, book_id, version, in_force_from, book, tariff_id, tariff_version
     from rule_book join city on city_id = rule_book.city where rule_book.state = 'approved' order by book_id, version`,
)

export type KnownBook = {
  book_id: string
  version: number
  in_force_from: Temporal.Instant
  state: 'draft' | 'proposed' | 'approved' | 'withdrawn'
  /** hexadecimal */
  digest: string
  tariff_version: number | null
}
export const selectKnownBooks = sql.list<KnownBook, [city: number, bookIds: readonly string[]]>(
  'rule_book_known',
  `select book_id, version, in_force_from, state, encode(digest, 'hex') as digest, tariff_version
     from rule_book where city = $1 and book_id = any($2) order by book_id, version`,
)

export type NewBook = {
  book_id: string
  version: number
  name: string
  in_force_from: string
  state: 'draft' | 'approved' | 'withdrawn'
  book: RuleBook
  digest: string
  made_by: string | null
  proposal_id: string | null
  tariff_id: string | null
  tariff_version: number | null
}
const bookInsert = sql.run<[city: number, books: string, now: Temporal.Instant]>(
  'rule_book_insert',
  `insert into rule_book (city, book_id, version, name, in_force_from, state, book, digest, made_by, proposal_id, tariff_id, tariff_version,
                          published_at, withdrawn_at)
     select $1::integer, book_id, version, name, in_force_from, state, book, decode(digest, 'hex'), made_by, proposal_id, tariff_id,
            tariff_version, case when state <> 'draft' then $3::timestamptz end, case when state = 'withdrawn' then $3::timestamptz end
       from jsonb_to_recordset($2::jsonb) as given (book_id text, version integer, name text, in_force_from timestamptz, state text,
              book jsonb, digest text, made_by text, proposal_id uuid, tariff_id text, tariff_version integer)`,
)
export const insertBooks = (tx: Queryable, city: number, books: NewBook[], now: Temporal.Instant): Promise<void> =>
  bookInsert(tx, city, JSON.stringify(books), now)

export const selectListIds = sql.list<{ list_id: string }, [city: number]>(
  'day_list_ids',
  'select list_id from day_list where city = $1 and removed_at is null',
)

export type DayRow = {
  city: string
  list_id: string
  known_until: string
  /** null where the list has no day */
  day: string | null
  name: string | null
  from_time: string | null
  to_time: string | null
  published_at: Temporal.Instant
  removed_at: Temporal.Instant | null
}
export const selectDays = sql.list<DayRow>(
  'day_list_day_list',
  `select city.code as city, list_id, known_until::text, day::text, day_list_day.name, from_time, to_time, published_at, day_list_day.removed_at
     from day_list join city on city_id = day_list.city left join day_list_day using (list_id)
    where day_list_day.city is null or day_list_day.city = day_list.city`,
)

export type OverrideRow = {
  city: string
  override_id: string
  rule: Rule
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  published_at: Temporal.Instant
  cancelled_at: Temporal.Instant | null
  zone_numbers: string[]
}
/** Published ones that end after an instant, and of one zone where it is named; those with fewer spaces have no rule. */
export const selectOverrides = sql.list<
  OverrideRow,
  [endingAfter: Temporal.Instant, city: string | null, zoneNumber: string | null]
>(
  'override_list',
  `select city.code as city, override_id, rule, starts_at, ends_at, published_at, cancelled_at,
          array_agg(zone_number) as zone_numbers
     from override join override_zone using (override_id, city) join city on city_id = override.city
    where ends_at > $1 and override.state in ('published', 'cancelled') and rule is not null 
      and ($2::text is null or (code, zone_number) = ($2, $3))
    group by city.code, override_id`,
)

/** Places that share a tariff and terms. */
export type TermsRow = {
  tariff_id: string
  time_zone: string
  hours: { days: number[]; from: string; to: string }[]
  tow_away: { days: number[]; from: string; to: string }[]
  min_stay_minutes: number
  max_stay_minutes: number | null
  no_return_minutes: number | null
}
export const selectTerms = sql.list<TermsRow, [city: number]>(
  'place_terms',
  `select distinct tariff_id, time_zone, hours, tow_away, min_stay_minutes, max_stay_minutes, no_return_minutes
     from zone where city = $1 and tariff_id is not null`,
)

export const findTerms = sql.first<Omit<TermsRow, 'tariff_id' | 'time_zone'>, [city: number, zoneNumber: string]>(
  'place_terms_of_one',
  `select hours, tow_away, min_stay_minutes, max_stay_minutes, no_return_minutes from zone where city = $1 and zone_number = $2`,
)

/** Cities with places that have a tariff and no book: an older version of ParkIt loaded them. */
export const selectWithoutBooks = sql.list<{ city: number }>(
  'place_without_books',
  `select city_id as city from city where exists (select from zone where zone.city = city_id and rule_book_id is null and tariff_id is not null)`,
)
const placeSetBooks = sql.one<{ last: string | null }, [city: number, groups: string, after: string, limit: number]>(
  'place_set_books',
  `with page as (
     select zone_number from zone where city = $1 and zone_number > $3 order by zone_number limit $4
   ), written as (
     update zone set rule_book_id = given.book_id
       from page, jsonb_to_recordset($2::jsonb) as given (book_id text, tariff_id text, time_zone text, hours jsonb, tow_away jsonb,
              min_stay_minutes integer, max_stay_minutes integer, no_return_minutes integer)
      where zone.city = $1 and zone.zone_number = page.zone_number and zone.rule_book_id is null
        and (zone.tariff_id, zone.time_zone, zone.hours, zone.tow_away, zone.min_stay_minutes)
            = (given.tariff_id, given.time_zone, given.hours, given.tow_away, given.min_stay_minutes)
        and (zone.max_stay_minutes, zone.no_return_minutes) is not distinct from (given.max_stay_minutes, given.no_return_minutes)
   )
   select max(zone_number) as last from page`,
)
/** so that no statement takes longer than a few seconds on a busy machine */
const placesAtOnce = 20_000
export type BookOfTerms = TermsRow & { book_id: string }
/** Of the city's places that have none, by their terms; outside a transaction what was written stays, whatever comes. */
export const setBooks = async (db: Queryable, city: number, groups: BookOfTerms[]): Promise<void> => {
  const given = JSON.stringify(groups)
  for (let after: string | null = ''; after !== null; )
    after = (await placeSetBooks(db, city, given, after, placesAtOnce)).last
}

const tariffList = sql<{
  tariff_id: string
  version: number
  valid_from: string
  name: string
  rates: Tariff['rates']
  cap: Tariff['cap'] | null
}>(
  'tariff_list',
  `select tariff_id, version, valid_from::text, name, rates, cap from tariff order by tariff_id, version`,
)
/** Every version of every tariff, oldest first. */
export const selectTariffs = async (db: Queryable): Promise<Tariff[]> =>
  (await tariffList(db)).map(({ tariff_id, version, valid_from, name, rates, cap }) => ({
    id: tariff_id,
    version,
    validFrom: valid_from,
    name,
    rates,
    ...(cap && { cap }),
  }))
