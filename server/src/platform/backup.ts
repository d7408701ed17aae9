// The whole database of one moment in one file, taken while it is in use: COPY's text in gzip, with a checksum at its end.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { copyOut } from './copy-stream.ts'

export const firstLine = '-- ParkIt backup '
/** followed, since checksums were added, by a space and the SHA-256 of every byte before this line */
export const lastLine = '-- end'
/** alone on a line it ends a table's rows */
const rowsEnd = '\\.\n'

export type BackupHead = {
  takenAt: string
  /** those of the database: the same are run before its rows are loaded */
  migrations: { number: number; name: string; checksum: string }[]
  /** missing in backups without a checksum, which hold every table of those migrations */
  tables?: string[]
  /** missing in backups without partitioned tables: of each such table, in the order of its table */
  partitions?: Partition[]
}

export type Partition = { table: string; name: string; bound: string }

type Table = { name: string; columns: string; needs: string[] }

const selectTables = async (client: pg.Client): Promise<Table[]> =>
  (
    await client.query<Table>(
      `select relname::text as name,
              (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
                where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
              -- a partition may refer to one of another table
              array(select distinct target.relname::text
                      from (select pg_class.oid union select inhrelid from pg_inherits where inhparent = pg_class.oid) as part (oid)
                      join pg_constraint on conrelid = part.oid and contype = 'f'
                      join pg_class as target on target.oid = coalesce(pg_partition_root(confrelid), confrelid)
                     where target.oid <> pg_class.oid) as needs
         from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and relname not in ('migration', 'routine', 'change', 'feed_epoch')
        order by relname`,
    )
  ).rows

const selectPartitions = async (client: pg.Client): Promise<Partition[]> =>
  (
    await client.query<Partition>(
      `select inhparent::regclass::text as table, relname::text as name, pg_get_expr(relpartbound, pg_class.oid) as bound
         from pg_inherits join pg_class on pg_class.oid = inhrelid
        -- an archived month is read through the table that it inherits from
        where relkind = 'r' and relispartition order by inhrelid`,
    )
  ).rows

/** Those that others refer to come first. Throws where tables refer to each other in a ring. */
export const inOrder = (tables: Table[]): Table[] => {
  const left = new Map(tables.map(table => [table.name, table]))
  const ordered: Table[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(({ needs }) => !needs.some(name => left.has(name)))
    if (free.length === 0) throw new Error(`These tables refer to each other in a ring: ${[...left.keys()].join(', ')}`)
    for (const table of free) left.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}

/** Throws where writing to `file` would replace something, or is not writing to a file of its own. */
const requireFree = async (file: string, force: boolean): Promise<void> => {
  const folder = await stat(dirname(file)).catch(() => null)
  if (!folder?.isDirectory()) throw new Error(`There is no folder ${dirname(file)}.`)
  const found = await stat(file).catch(() => null)
  if (found && !found.isFile()) throw new Error(`${file} is not a regular file, so it cannot hold a backup.`)
  if (found && !force) throw new Error(`${file} exists. Name another file, or replace it with --force.`)
}

/**
 * Writes `file` whole or not at all, readable by its owner only; answers how many tables it holds. An existing file is replaced
 * only with `force`. Reads as the database's owner and blocks nobody; its one transaction keeps old rows alive until it ends.
 */
export const backUp = async (connectionString: string, file: string, { force = false } = {}): Promise<number> => {
  await requireFree(file, force)
  const client = new pg.Client({ connectionString, application_name: 'parkit backup' })
  client.on('error', () => {})
  await client.connect()
  const half = `${file}.${process.pid}.part`
  const checksum = createHash('sha256')
  const out = new Transform({
    transform: (chunk, _, done) => {
      checksum.update(chunk)
      done(null, chunk)
    },
    flush: done => done(null, `${lastLine} ${checksum.digest('hex')}\n`),
  })
  try {
    const disk = await open(half, 'wx', 0o600)
    const written = pipeline(out, createGzip(), disk.createWriteStream({ flush: true }))
    const say = async (line: string) => void (out.write(line) || (await once(out, 'drain')))

    await client.query('begin isolation level repeatable read, read only')
    const { rows: migrations } = await client.query<BackupHead['migrations'][number]>(
      'select number::float8 as number, name, checksum from migration order by number',
    )
    const { rows: moment } = await client.query<{ at: string }>('select now()::text as at')
    const tables = inOrder(await selectTables(client))
    const partitions = await selectPartitions(client)
    const head: BackupHead = {
      takenAt: moment[0]!.at,
      migrations,
      tables: tables.map(({ name }) => name),
      partitions: tables.flatMap(({ name }) => partitions.filter(({ table }) => table === name)),
    }
    await say(`${firstLine}${JSON.stringify(head)}\n`)
    for (const { name, columns } of tables) {
      await say(`copy ${pg.escapeIdentifier(name)} (${columns}) from stdin;\n`)
      await copyOut(client, `copy (select ${columns} from ${pg.escapeIdentifier(name)}) to stdout`, out)
      await say(rowsEnd)
    }
    // read last: a sequence runs ahead of what was seen, never behind
    const { rows: sequences } = await client.query<{ name: string; last: string }>(
      `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
    )
    for (const { name, last } of sequences) await say(`select setval('${name}', ${last});\n`)
    out.end()
    await written
    await rename(half, file)
    const folder = await open(dirname(file))
    await folder.sync()
    await folder.close()
    return tables.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(half, { force: true })
    throw error
  } finally {
    await client.end()
  }
}
