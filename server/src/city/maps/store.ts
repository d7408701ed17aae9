// The SQL of cities' maps.
import type { CityName } from '#city/places/places.ts'
import { sql } from '#platform/db.ts'

export { replaceNames } from '#city/places/store.ts'

export type MapRow = {
  id: number
  code: string
  /** of an archive or of tiles; null: none */
  tiles: string | null
  schema: 'protomaps' | 'mapbox' | null
  attribution: string | null
  /** west, south, east, north of its places */
  bounds: [number, number, number, number] | null
}

export const listMaps = sql.list<MapRow>(
  'city_map_list',
  `select city_id as id, code, tiles, tiles_schema as schema, tiles_attribution as attribution, bounds from city order by city_id`,
)

export const setMap = sql(
  'city_map_update',
  'update city set tiles = $2, tiles_schema = $3, tiles_attribution = $4 where code = $1',
)

/** Names of the city that are not of its map. */
export const listOwnNames = sql.list<Pick<CityName, 'kind' | 'name'>, [code: string]>(
  'city_map_own_names',
  `select distinct kind, name from place_name where city = $1 and source_id <> 'map'`,
)

/** The lines of a city's streets, with their names, and the outlines of its places. */
export const listStreets = sql.list<{ name: string; lines: [number, number][][] }, [code: string]>(
  'city_map_streets',
  `select name, lines from place_name where city = $1 and kind = 'street' and lines is not null`,
)
export const listOutlines = sql.list<
  { name: string; kind: string; outline: [number, number][]; attribution: string },
  [city: number]
>(
  'city_map_outlines',
  `select address as name, kind, outline, attribution from zone where city = $1 and state = 'live' and jsonb_array_length(outline) > 1`,
)
