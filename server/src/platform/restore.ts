// A backup comes back: into an empty database, whole or not at all, then brought up to this version.
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { type BackupHead, firstLine, lastLine } from './backup.ts'
import { copyIn } from './copy-stream.ts'
import { listMigrations, migrate } from './migrate.ts'

const cutShort = 'The backup ends too early: it was cut short, or is none.'
const newline = 10

const reading = (file: string) => {
  const parts = createReadStream(file)
    .pipe(createGunzip({ chunkSize: 1_048_576 }))
    [Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await parts.next().catch(() => ({ value: null, done: true }))
    if (done) throw new Error(cutShort)
    rest = Buffer.concat([rest, value])
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
  const first = await line()
  if (!first.startsWith(firstLine)) throw new Error('This file is no backup of ParkIt.')
  const head = JSON.parse(first.slice(firstLine.length)) as BackupHead
  const known = new Map(listMigrations().map(({ number, checksum }) => [number, checksum]))
  const foreign = head.migrations.find(({ number, checksum }) => known.get(number) !== checksum)
  if (foreign)
    throw new Error(`This version of ParkIt does not know the backup’s migration ${foreign.name}: take a newer one.`)
  return head
}

const requireEmpty = async (client: pg.Client, last: number): Promise<void> => {
  const { rows } = await client.query<{ used: boolean; ahead: boolean }>(
    `select exists (select from driver) or exists (select from staff) or exists (select from place) as used,
            exists (select from migration where number > $1) as ahead`,
    [last],
  )
  if (rows[0]!.used || rows[0]!.ahead)
    throw new Error(
      'ParkIt has been in this database already. Restore into an empty one: a new DATA_DIR, or a new database.',
    )
}

/** Throws with a message for people; then the database is as empty as before. Returns when the backup was taken. */
export const restore = async (connectionString: string, file: string): Promise<string> => {
  const { line, rows } = reading(file)
  const { takenAt, migrations } = await readHead(line)
  const last = Math.max(...migrations.map(({ number }) => number))
  await migrate({ connectionString, upTo: last })
  const client = new pg.Client({ connectionString, application_name: 'parkit restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireEmpty(client, last)
    const { rows: found } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('migration', 'routine')`,
    )
    const tables = found.map(({ name }) => name)
    const eachTable = (what: string) =>
      client.query(tables.map(name => `alter table ${name} ${what} trigger user`).join(';'))
    await client.query('begin')
    // rows come back as they were: triggers schedule no notice and compute no sum; foreign keys are checked
    await eachTable('disable')
    await client.query(`truncate ${tables.join(', ')}`)
    for (let text = await line(); text !== lastLine; text = await line()) {
      if (/^copy "\w+" \([\w", ]+\) from stdin;$/.test(text)) await copyIn(client, text, rows())
      else if (/^select setval\('[\w"]+', \d+\);$/.test(text)) await client.query(text)
      else throw new Error('This file is no backup of ParkIt.')
    }
    await eachTable('enable')
    await client.query('commit')
    await migrate({ connectionString })
    await client.query('analyze')
    return takenAt
  } finally {
    await client.end()
  }
}
