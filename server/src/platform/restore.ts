// Restoring a backup: into an empty database, whole or not at all, then upgraded to this version.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { type BackupHead, firstLine, lastLine, type Partition } from './backup.ts'
import type { CardKeys } from './card-keys.ts'
import { copyIn } from './copy-stream.ts'
import { listMigrations, migrate } from './migrate.ts'

const notBackup = 'This file is not a backup of ParkIt.'
const damaged = 'The backup is damaged or was cut short. Nothing was restored from it.'
const newline = 10
/** longer than the last line with its checksum */
const tailBytes = 200

const openText = (file: string): AsyncIterable<Buffer> => {
  const gunzip = createGunzip({ chunkSize: 1_048_576 })
  return createReadStream(file)
    .on('error', error => gunzip.destroy(error))
    .pipe(gunzip)
}

/** Reads the whole file. Throws where its end is missing or a byte was changed. */
const requireUndamaged = async (file: string): Promise<void> => {
  const checksum = createHash('sha256')
  let tail: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of openText(file)) {
      const bytes = Buffer.concat([tail, chunk])
      const end = Math.max(0, bytes.length - tailBytes)
      checksum.update(bytes.subarray(0, end))
      tail = bytes.subarray(end)
    }
  } catch (error) {
    throw new Error(damaged, { cause: error })
  }
  const start = tail.lastIndexOf(newline, -2) + 1
  const end = tail.toString('utf8', start)
  // backups without a checksum have gzip's own
  if (end === `${lastLine}\n`) return
  if (end !== `${lastLine} ${checksum.update(tail.subarray(0, start)).digest('hex')}\n`) throw new Error(damaged)
}

const reading = (file: string) => {
  const parts = openText(file)[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const part = await parts.next().catch(() => null)
    if (!part || part.done) throw new Error(damaged)
    rest = Buffer.concat([rest, part.value])
  }
  const line = async (): Promise<string> => {
    while (!rest.includes(newline)) await more()
    const end = rest.indexOf(newline)
    const text = rest.toString('utf8', 0, end)
    rest = rest.subarray(end + 1)
    return text
  }
  /** Whole lines, up to the one that ends them. */
  const rows = async function* (): AsyncGenerator<Buffer> {
    for (;;) {
      while (!rest.includes(newline)) await more()
      const whole = rest.subarray(0, rest.lastIndexOf(newline) + 1)
      const isEmpty = whole.indexOf('\\.\n') === 0
      const end = isEmpty ? 0 : whole.indexOf('\n\\.\n') + 1
      if (isEmpty || end > 0) {
        if (end > 0) yield whole.subarray(0, end)
        rest = rest.subarray(end + 3)
        return
      }
      yield whole
      rest = rest.subarray(whole.length)
    }
  }
  return { line, rows }
}

const readHead = async (line: () => Promise<string>): Promise<BackupHead> => {
  const first = await line().catch(() => '')
  if (!first.startsWith(firstLine)) throw new Error(notBackup)
  const head = JSON.parse(first.slice(firstLine.length)) as BackupHead
  const known = new Map(listMigrations().map(({ number, checksum }) => [number, checksum]))
  const foreign = head.migrations.find(({ number, checksum }) => known.get(number) !== checksum)
  if (foreign)
    throw new Error(`This version of ParkIt does not know the backup’s migration ${foreign.name}: use a newer version.`)
  return head
}

/** Throws, having changed nothing, where a ParkIt or something else has rows or newer tables here. */
const requireEmpty = async (client: pg.Client, last: number): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const tables = new Set(rows.map(({ name }) => name))
  if (tables.size === 0) return
  const checks = [
    ...['driver', 'staff', 'place'].filter(table => tables.has(table)).map(table => `exists (select from ${table})`),
    tables.has('migration') ? `exists (select from migration where number > ${last})` : 'true',
  ]
  const { rows: found } = await client.query<{ used: boolean }>(`select ${checks.join(' or ')} as used`)
  if (found[0]!.used)
    throw new Error(
      'This database is in use. Restore into an empty one: a new DATA_DIR, or a new database under DATABASE_URL.',
    )
}

const partitionBound = /^FOR VALUES FROM \(('[\w :+-]+'|MINVALUE)\) TO \(('[\w :+-]+'|MAXVALUE)\)$/

/** Those of the backup instead of those of an empty database. */
const makePartitions = async (client: pg.Client, partitions: Partition[]) => {
  if (partitions.some(({ bound }) => !partitionBound.test(bound))) throw new Error(notBackup)
  const { rows } = await client.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent::regclass::text = any($1)',
    [partitions.map(({ table }) => table)],
  )
  if (rows.length > 0) await client.query(`drop table ${rows.map(({ name }) => name).join(', ')}`)
  for (const { table, name, bound } of partitions)
    await client.query('select partition_add($1, $2, $3)', [table, name, bound])
}

const loadRows = async (
  client: pg.Client,
  { tables, partitions = [] }: Pick<BackupHead, 'partitions'> & { tables: string[] },
  { line, rows }: ReturnType<typeof reading>,
) => {
  const eachTable = (what: string) =>
    client.query(
      [...tables, ...partitions.map(({ name }) => pg.escapeIdentifier(name))]
        .map(name => `alter table ${name} ${what} trigger user`)
        .join(';'),
    )
  await client.query('begin')
  await makePartitions(client, partitions)
  // triggers would schedule notices and compute sums again; foreign keys are still checked
  await eachTable('disable')
  await client.query(`truncate ${tables.join(', ')}`)
  for (let text = await line(); !text.startsWith(lastLine); text = await line()) {
    if (/^copy "\w+" \([\w", ]+\) from stdin;$/.test(text)) await copyIn(client, text, rows())
    else if (/^select setval\('[\w"]+', \d+\);$/.test(text)) await client.query(text)
    else throw new Error(notBackup)
  }
  await eachTable('enable')
  await client.query('commit')
}

/**
 * Throws with a message for people, before anything is written where the file is damaged or the database is not empty. Returns
 * when the backup was taken.
 */
export const restore = async (connectionString: string, file: string, cardKeys?: CardKeys): Promise<string> => {
  if (!(await stat(file).catch(() => null))?.isFile()) throw new Error(`There is no file ${file}.`)
  const backup = reading(file)
  const { takenAt, migrations, tables: named, partitions } = await readHead(backup.line)
  await requireUndamaged(file)
  const last = Math.max(...migrations.map(({ number }) => number))
  const client = new pg.Client({ connectionString, application_name: 'parkit restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireEmpty(client, last)
    // a database that lacked an earlier migration gets all of them before its rows
    const isComplete = listMigrations().filter(({ number }) => number <= last).length === migrations.length
    await migrate({ connectionString, cardKeys, ...(isComplete && { upTo: last }) })
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migration', 'routine', 'feed_epoch')`,
    )
    const tables = named ?? rows.map(({ name }) => name)
    await loadRows(client, { tables: tables.map(pg.escapeIdentifier), partitions }, backup)
    await migrate({ connectionString, cardKeys })
    await client.query('analyze')
    return takenAt
  } finally {
    await client.end()
  }
}
