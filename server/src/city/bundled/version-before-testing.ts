// For tests: a city that was loaded, as the version before kept it: tariffs, its terms beside each place, and no import.

import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import { limitPaidTime } from '#city/calendar/calendar.ts'
import type { City } from '#city/places/places.ts'
import { fillBooks, publishBooks } from '#city/rules/rules.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { asOwner } from '#platform/testing.ts'

/** The only city of a database of this version, whose data is `data`; `hash` is what its file came with. */
export const asVersionBefore = async (
  { db, clock }: { db: Database; clock: Clock },
  data: City,
  hash = 'first',
): Promise<void> => {
  const run = <Row extends object>(text: string) => asOwner<Row>(db.connectionString, text)
  const given = `'${JSON.stringify(data).replaceAll("'", "''")}'::jsonb`
  await run(
    `set session_replication_role = replica;
     insert into tariff (tariff_id, version, valid_from, name, rates, cap)
       select id, 1, "validFrom", name, rates, cap
         from jsonb_to_recordset(${given} -> 'tariffs') as given (id text, "validFrom" date, name text, rates jsonb, cap jsonb);
     delete from import_row;
     delete from import_run;
     delete from source;
     delete from rule_book;
     update zone set source_id = null, source_ref = null, spaces = null, rule_book_id = null, tariff_id = "tariffId", hours = given.hours,
                     tow_away = "towAway", min_stay_minutes = "minStayMinutes", max_stay_minutes = "maxStayMinutes",
                     no_return_minutes = "noReturnMinutes"
       from jsonb_to_recordset(${given} -> 'places') as given ("zoneNumber" text, "tariffId" text, hours jsonb, "towAway" jsonb,
              "minStayMinutes" integer, "maxStayMinutes" integer, "noReturnMinutes" integer)
      where zone_number = "zoneNumber";
     update session set tariff_id = left(rule_book_id, -7), tariff_version = 1;
     update city set hash = '${hash}'`,
  )
  await fillBooks(db, clock.now())
  if (!data.streetsLimitPaidTime) return
  const streets = await run<{ city: number; book_id: string; name: string; book: RuleBook }>(
    `select distinct rule_book.city, book_id, rule_book.name, book from rule_book join zone on rule_book_id = book_id where kind = 'street'`,
  )
  const books = streets.map(({ book_id, name, book }) => ({
    bookId: book_id,
    name,
    book: limitPaidTime(book, 'street'),
  }))
  await db.transaction(tx => publishBooks(tx, streets[0]!.city, books, clock.now()))
  await run(
    `set session_replication_role = replica; update rule_book set tariff_id = left(book_id, -7), tariff_version = 1`,
  )
}
