// The SQL of feeds: sources that are polled by their address, what they last answered, and since when they are silent.
import { sql } from '#platform/db.ts'
import type { Tag } from '#platform/public-fetch.ts'
import type { FileToRead } from './readers.ts'

export type SourceRow = {
  city: number
  city_code: string
  source_id: string
  format: FileToRead['format']
  attribution: string
  takes: 'places' | 'counts'
  counts_of: string | null
  mapping: string | null
  otherwise: FileToRead['otherwise'] | null
  /** null: a file that is imported by hand */
  url: string | null
  beside: string[]
  every_seconds: number | null
  silent_after_seconds: number | null
  /** by address */
  tags: Record<string, Tag>
  content_hash: string | null
  polled_at: Temporal.Instant | null
  last_ok_at: Temporal.Instant | null
  last_error: string | null
  silent_since: Temporal.Instant | null
  paused_at: Temporal.Instant | null
  /** of what is set of it */
  version: number
  /** reason → how many rows were refused for it so far */
  refused: Record<string, number>
}
const columns = `source.city, city.code as city_code, source_id, format, source.attribution, takes, counts_of, mapping, otherwise, url, beside,
  every_seconds, silent_after_seconds, tags, content_hash, polled_at, last_ok_at, last_error, silent_since, paused_at, version, refused`

export const findSource = sql.first<SourceRow, [city: number, sourceId: string]>(
  'source_find',
  `select ${columns} from source join city on city_id = source.city where source.city = $1 and source_id = $2`,
)
export const listSources = sql.list<SourceRow, [city: number]>(
  'source_list',
  `select ${columns} from source join city on city_id = source.city where source.city = $1 order by source_id`,
)

/** As `findSource`; nobody else changes it until the transaction ends. */
export const lockSource = sql.first<SourceRow, [city: number, sourceId: string]>(
  'source_lock',
  `select ${columns} from source join city on city_id = source.city where source.city = $1 and source_id = $2 for update of source`,
)

export type FeedSettings = Pick<SourceRow, 'takes' | 'counts_of' | 'mapping' | 'otherwise' | 'url' | 'beside'> & {
  every_seconds: number
  silent_after_seconds: number
}
/** What was answered before is asked for again. */
export const setFeed = sql.run<
  [city: number, sourceId: string, format: string, settings: string, at: Temporal.Instant]
>(
  'source_feed_set',
  `update source set (takes, counts_of, mapping, otherwise, url, beside, every_seconds, silent_after_seconds)
          = (select takes, counts_of, mapping, otherwise, url, beside, every_seconds, silent_after_seconds
               from jsonb_populate_record(null::source, $4::jsonb)),
          format = $3, feed_since = $5, tags = '{}', content_hash = null, last_error = null, silent_since = null,
          paused_at = null, version = version + 1
    where city = $1 and source_id = $2`,
)
/** Its places and what was read stay. */
export const endFeed = sql.run<[city: number, sourceId: string]>(
  'source_feed_end',
  `update source set url = null, beside = '{}', every_seconds = null, silent_after_seconds = null, feed_since = null, tags = '{}',
          content_hash = null, last_error = null, silent_since = null, paused_at = null, version = version + 1
    where city = $1 and source_id = $2`,
)
/** Since when it is not polled; null: from `now` on it is polled again. */
export const setPaused = sql.run<
  [city: number, sourceId: string, pausedAt: Temporal.Instant | null, now: Temporal.Instant]
>(
  'source_feed_pause',
  `update source set paused_at = $3, silent_since = null, feed_since = $4, version = version + 1
    where city = $1 and source_id = $2 and url is not null`,
)

/** When it was polled, and whether it has been silent for too long. Without an error `tags` and the content's hash are kept. */
export const setHeard = sql.run<
  [
    city: number,
    sourceId: string,
    at: Temporal.Instant,
    isGood: boolean,
    error: string | null,
    tags: string,
    hash: string | null,
  ]
>(
  'source_feed_heard',
  `update source set polled_at = $3, last_error = $5, tags = $6::jsonb, content_hash = $7,
          last_ok_at = case when $4 then $3 else last_ok_at end,
          silent_since = case when not $4 and greatest(feed_since, last_ok_at) + make_interval(secs => silent_after_seconds) <= $3
                              then coalesce(silent_since, $3) end
    where city = $1 and source_id = $2 and url is not null`,
)

/** A check that waits to be published makes room for a newer one; one that changes nothing is not kept. */
export const dropChecked = sql.run<[city: number, sourceId: string, madeBy: string, kept: string | null]>(
  'import_run_drop_checked',
  `delete from import_run where city = $1 and source_id = $2 and made_by = $3 and state in ('read', 'checked', 'failed')
      and import_id is distinct from $4::uuid`,
)
