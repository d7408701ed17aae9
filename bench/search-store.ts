// The SQL of the search bench: the same names in a table with a trigram index.
import pg from 'pg'
import type { Named } from '../server/src/city/places/search.ts'

const rowsAtOnce = 50_000

export const openTrigrams = async (connectionString: string, named: Named[]) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('create extension pg_trgm')
  await client.query('create table bench_name (name text, latitude double precision, longitude double precision)')
  for (let i = 0; i < named.length; i += rowsAtOnce) {
    const rows = named.slice(i, i + rowsAtOnce)
    await client.query(
      'insert into bench_name select * from unnest($1::text[], $2::double precision[], $3::double precision[])',
      [rows.map(row => row.name.toLowerCase()), rows.map(row => row.latitude), rows.map(row => row.longitude)],
    )
  }
  await client.query('create index bench_name_trigrams on bench_name using gin (name gin_trgm_ops)')
  await client.query('create index bench_name_begins on bench_name (name text_pattern_ops)')
  await client.query('vacuum (analyze) bench_name')
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_relation_size('bench_name_trigrams') + pg_relation_size('bench_name_begins') as bytes`,
  )
  return {
    megabytes: Number(rows[0]!.bytes) / 2 ** 20,
    /** Names that begin so, else those with the most similar words. */
    suggest: async (typed: string): Promise<string[]> => {
      const begun = await client.query<{ name: string }>({
        name: 'bench_begins',
        text: 'select name from bench_name where name like $1 limit 8',
        values: [`${typed.toLowerCase()}%`],
      })
      if (begun.rows.length > 0) return begun.rows.map(({ name }) => name)
      const { rows } = await client.query<{ name: string }>({
        name: 'bench_similar',
        text: 'select name from bench_name where $1 <% name order by $1 <<-> name limit 8',
        values: [typed.toLowerCase()],
      })
      return rows.map(({ name }) => name)
    },
    end: () => client.end(),
  }
}
