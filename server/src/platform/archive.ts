// The archive: months of years ago leave the partitions of sessions, steps, and messages. See server/db/routines/partition_archive.sql.
import pg from 'pg'
import { sql } from './sql.ts'

/** Money's records are kept as long, and drivers find their receipts in the list of Past Parkings. */
export const archiveYearsLeast = 10

type Month = { table: string; month: string }
type Archived = Month & { open: string | null }

const listMonths = sql.list<Month, [until: string]>(
  'partition_list_until',
  `select parent.relname::text as table, substr(part.relname, length(parent.relname) + 2) as month
     from pg_inherits join pg_class as part on part.oid = inhrelid join pg_class as parent on parent.oid = inhparent,
          lateral substring(pg_get_expr(part.relpartbound, part.oid) from 'TO \\(''([^'']+)') as bound
    where inhparent in ('session'::regclass, 'chat_message'::regclass) and bound::timestamptz <= $1
    order by parent.relname, bound::timestamptz`,
)
const archiveMonth = sql.value<string | null, [table: string, month: string]>(
  'partition_archive',
  'select partition_archive($1, $2)',
)

/** Moves each month that ended so many years ago, by itself, as the owner of the tables; `open` says why one stays. */
export const archiveMonths = async (
  connectionString: string,
  years: number,
  now: Temporal.Instant,
): Promise<Archived[]> => {
  const client = new pg.Client({ connectionString, application_name: 'parkit archive' })
  client.on('error', () => {})
  await client.connect()
  try {
    const until = now.toZonedDateTimeISO('UTC').subtract({ years }).toInstant().toString()
    const archived: Archived[] = []
    for (const { table, month } of await listMonths(client, until))
      archived.push({ table, month, open: await archiveMonth(client, table, month) })
    return archived
  } finally {
    await client.end()
  }
}
