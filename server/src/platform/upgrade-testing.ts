// For tests of upgrades: the rows of a database of this version, in one that earlier migrations made.
import pg from 'pg'
import { asOwner, tableColumns } from './testing.ts'

/** what migration 0057 renames: the new name, the old one */
export const renamed: Record<string, string> = { idempotency: 'once', job: 'due' }

/** what a version before kept otherwise: by the table, its rows as they were there */
const before: Record<string, string> = {
  city: '(select code as name, hash, imported_at from city)',
  place: `(select (jsonb_populate_record(null::place, to_jsonb(zone) || jsonb_build_object('city', code, 'neighbourhood', neighborhood,
                    'clearance_metres', clearance_cm / 100.0, 'withdrawn', zone.state <> 'live'))).*
            from zone join city on city_id = zone.city)`,
  occupancy: 'zone_count',
}

/** Each table's rows, in the columns that it has there. Answers those columns, by the names of there. */
export const copyRows = async (from: string, old: string): Promise<Map<string, string[]>> => {
  const then = await tableColumns(old)
  const to = new pg.Client({ connectionString: old })
  await to.connect()
  await to.query('set session_replication_role = replica')
  for (const name of (await tableColumns(from)).keys()) {
    // cities have had an id since they came to be several
    const isAsNow = name === 'city' && then.get(name)?.includes('city_id')
    const [{ rows } = { rows: '[]' }] = await asOwner<{ rows: string }>(
      from,
      `select coalesce(json_agg(line), '[]')::text as rows from ${(!isAsNow && before[name]) || name} as line`,
    )
    const table = then.has(name) ? name : (renamed[name] ?? name)
    // made since, with nothing in it that the version before knew
    if (!then.has(table)) continue
    await to.query(`delete from ${table}`)
    await to.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
      [table === 'once' ? rows.replaceAll('"caller_id":', '"driver_id":') : rows],
    )
  }
  const sequences = await asOwner<{ name: string; last: string }>(
    from,
    'select sequencename as name, last_value::text as last from pg_sequences where last_value is not null',
  )
  for (const { name, last } of sequences.filter(({ name }) => !name.startsWith('routine')))
    await to.query('select setval(to_regclass($1), $2)', [name, last])
  await to.end()
  return then
}
