// The SQL of printed signs and of the keys that sign their links.
import { sql } from '#platform/db.ts'

export type SignKey = { keyId: number; value: Buffer }

/** The newest key that has not ended, locked, so that serials are given to one print run at a time. */
export const lockNewestKey = sql.first<SignKey, [city: number]>(
  'sign_key_newest',
  `select key_id as "keyId", value from sign_key
    where city = $1 and ended_at is null order by key_id desc limit 1 for update`,
)

/** Of two at once, one makes it. */
export const insertKey = sql.run<[city: number, value: Buffer, at: Temporal.Instant]>(
  'sign_key_insert',
  `insert into sign_key (city, key_id, value, made_at)
   select $1::integer, coalesce(max(key_id), 0) + 1, $2::bytea, $3::timestamptz from sign_key where city = $1
   on conflict do nothing`,
)

/** False where there is no such key, or it ended before. */
export const endKey = sql.matches<[city: number, keyId: number, at: Temporal.Instant]>(
  'sign_key_end',
  'update sign_key set ended_at = $3 where city = $1 and key_id = $2 and ended_at is null',
)

/** `always`: also for a zone that has one in use. */
export const insertSigns = sql.run<
  [city: number, zoneNumbers: string[], keyId: number, at: Temporal.Instant, always: boolean]
>(
  'sign_insert',
  `insert into sign (city, zone_number, serial, key_id, printed_at)
   select $1::integer, zone_number,
          coalesce((select max(serial) from sign where city = $1 and zone_number = wanted.zone_number), 0) + 1,
          $3::integer, $4::timestamptz
     from unnest($2::text[]) as wanted (zone_number)
    where $5::boolean or not exists (
      select from sign join sign_key using (city, key_id)
       where city = $1 and zone_number = wanted.zone_number and retired_at is null and ended_at is null)`,
)

/** The newest sign in use of each zone. */
export const listSigns = sql.list<
  { zoneNumber: string; serial: number; value: Buffer },
  [city: number, zoneNumbers: string[]]
>(
  'sign_list',
  `select distinct on (zone_number) zone_number as "zoneNumber", serial, value
     from sign join sign_key using (city, key_id)
    where city = $1 and zone_number = any($2) and retired_at is null and ended_at is null
    order by zone_number, serial desc`,
)

export const findSign = sql.first<
  { value: Buffer; isRetired: boolean },
  [city: number, zoneNumber: string, serial: number]
>(
  'sign_find',
  `select value, retired_at is not null or ended_at is not null as "isRetired"
     from sign join sign_key using (city, key_id)
    where city = $1 and zone_number = $2 and serial = $3`,
)

/** False where there is no such sign, or it was retired before. */
export const retireSign = sql.matches<[city: number, zoneNumber: string, serial: number, at: Temporal.Instant]>(
  'sign_retire',
  'update sign set retired_at = $4 where city = $1 and zone_number = $2 and serial = $3 and retired_at is null',
)
