// The SQL of the history of counts, by zone and hour.
import { type Queryable, sql } from '#platform/db.ts'
import type { CountedHour } from './forecast.ts'
import type { Count } from './store.ts'

/** A list of thousands of numbers is read many times sooner as one value. */
export const selectHours = sql.one<
  { hours: CountedHour[] },
  [zoneNumber: string, since: Temporal.Instant, city: number]
>(
  'zone_count_hours',
  `select coalesce(json_agg(json_build_array(extract(epoch from hour)::bigint / 3600, round(taken_sum::numeric / samples, 2))),
                   '[]') as hours
     from zone_count_hour where city = $3 and zone_number = $1 and space_kind = 'general' and hour >= $2`,
)

const hourUpsert = sql(
  'zone_count_hour_upsert',
  `insert into zone_count_hour as known (city, zone_number, hour, taken_sum, samples, taken_min, taken_max)
     select city, zone_number, to_timestamp(hour * 3600), sum(taken), count(*), min(taken), max(taken)
       from (select city, zone_number, floor(observed_ms / 3600000) as hour, taken
               from unnest($1::text[], $2::integer[], $3::double precision[], $4::integer[]) as given (zone_number, taken, observed_ms, city))
      group by city, zone_number, hour order by city, zone_number, hour
     on conflict (city, zone_number, space_kind, hour) do update
        set taken_sum = known.taken_sum + excluded.taken_sum, samples = known.samples + excluded.samples,
            taken_min = least(known.taken_min, excluded.taken_min), taken_max = greatest(known.taken_max, excluded.taken_max)`,
)
/** In one order, so that two batches never wait for each other crosswise. */
export const upsertHours = async (tx: Queryable, counts: Count[]): Promise<void> => {
  if (counts.length > 0)
    await hourUpsert(tx, [
      counts.map(([zone]) => zone),
      counts.map(([, taken]) => taken),
      counts.map(([, , at]) => at),
      counts.map(([, , , city]) => city),
    ])
}
