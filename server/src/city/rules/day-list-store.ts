// The SQL of lists of days: publishing, removing, and which of them run out.
import type { DayList } from '@parkit/contract/city/calendar-schemas'
import { type Queryable, sql } from '#platform/db.ts'

export type ListRow = {
  list_id: string
  name: string
  known_until: string
  /** that are to come, today's included */
  days: { day: string; name: string; from_time: string | null; to_time: string | null }[]
}

/** Of a city, those that hold, with their days from one on. */
export const selectLists = sql.list<ListRow, [city: number, from: string]>(
  'day_list_list',
  `select list_id, name, known_until::text,
          (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'name', name, 'from_time', from_time, 'to_time', to_time) order by day), '[]')
             from day_list_day
            where (day_list_day.city, day_list_day.list_id) = (day_list.city, day_list.list_id) and day >= $2 and removed_at is null) as days
     from day_list where city = $1 and removed_at is null order by list_id`,
)

export const upsertList = sql.run<[city: number, listId: string, name: string, knownUntil: string]>(
  'day_list_upsert',
  `insert into day_list (city, list_id, name, known_until) values ($1, $2, $3, $4)
   on conflict (city, list_id) do update set name = excluded.name, known_until = excluded.known_until, removed_at = null
    where (day_list.name, day_list.known_until, day_list.removed_at) is distinct from (excluded.name, excluded.known_until, null)`,
)
export const removeList = sql.run<[city: number, listId: string, at: Temporal.Instant]>(
  'day_list_remove',
  'update day_list set removed_at = $3 where city = $1 and list_id = $2',
)
export const removeDays = sql.run<[city: number, listId: string, days: readonly string[], at: Temporal.Instant]>(
  'day_list_day_remove',
  `update day_list_day set removed_at = $4
    where city = $1 and list_id = $2 and day = any($3::date[]) and removed_at is null`,
)
const dayInsert = sql.run<[city: number, listId: string, days: string, at: Temporal.Instant]>(
  'day_list_day_insert',
  `insert into day_list_day (city, list_id, day, published_at, name, from_time, to_time)
     select $1, $2, day, $4, name, "from", "to"
       from jsonb_to_recordset($3::jsonb) as given (day date, name text, "from" text, "to" text)`,
)
export const insertDays = (
  tx: Queryable,
  city: number,
  listId: string,
  days: DayList['days'],
  at: Temporal.Instant,
): Promise<void> => dayInsert(tx, city, listId, JSON.stringify(days), at)

const names = `jsonb_path_exists(book, '$.rules[*].when[*].* ? (@[*] == $list)', jsonb_build_object('list', list_id))`

/** Books by which places are priced, and whose rules name a list. */
export const selectBooksNaming = sql.list<{ book_id: string }, [city: number, listId: string]>(
  'day_list_books',
  `select distinct book_id from rule_book, (select $2::text as list_id) as asked
    where rule_book.city = $1 and state = 'approved' and ${names}
      and exists (select from zone where zone.city = $1 and rule_book_id = book_id and zone.state = 'live') order by 1`,
)

/** Lists that rules name and that are not known up to a day. */
export const selectRunningOut = sql.list<
  { city: string; code: string; list_id: string; known_until: string },
  [before: string, cityId: number | null]
>(
  'day_list_running_out',
  `select city.name as city, code, list_id, known_until::text from day_list join city on city_id = day_list.city
    where known_until < $1 and removed_at is null and ($2::integer is null or city_id = $2)
      and exists (select from rule_book where rule_book.city = city_id and rule_book.state = 'approved' and ${names})
    order by known_until, code, list_id`,
)
