// The SQL of the city that comes with ParkIt: of which file its places were last read.
import { sql } from '#platform/db.ts'

/** The hash that the file came with. Null where it was never read. */
export const selectContentHash = sql.value<string | null, [cityCode: string, sourceId: string]>(
  'source_content_hash',
  'select content_hash from source join city on city_id = source.city where code = $1 and source_id = $2',
)
export const setContentHash = sql.run<[city: number, sourceId: string, hash: string]>(
  'source_set_content_hash',
  'update source set content_hash = $3 where city = $1 and source_id = $2',
)
