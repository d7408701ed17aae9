// The zip file of an export, written as a stream: a JSON file for each kind of data, the photo, and the attachments.
import { Readable } from 'node:stream'
import type { Language } from '@parkit/contract/platform/errors'
import ZipStream from 'zip-stream'
import type { Queryable } from '#platform/db.ts'
import { readFiles, readHoldings } from './data-store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

type Entry = { name: string; bytes: AsyncIterable<Buffer> | Iterable<Buffer>; isPacked?: boolean }

const names = new Map<string, string>()
/** `min_balance_cents` → `MinBalanceCents`, as in the rest of the calls; worked out once for a column, not for each of its rows. */
const nameOf = (column: string): string => {
  const known = names.get(column)
  if (known) return known
  const name = column.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
  names.set(column, name)
  return name
}
const named = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [nameOf(column), value]))

/** A JSON array, a line for each row. */
async function* written(batches: AsyncIterable<Record<string, unknown>[]>): AsyncGenerator<Buffer> {
  let before = '[\n'
  for await (const rows of batches) {
    yield Buffer.from(before + rows.map(row => JSON.stringify(named(row))).join(',\n'))
    before = ',\n'
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n')
}

async function* entriesOf(
  tx: Queryable,
  driverId: string,
  language: Language,
  now: Temporal.Instant,
): AsyncGenerator<Entry> {
  const about = { ExportedAt: now.toString() }
  yield { name: 'ParkIt.json', bytes: [Buffer.from(`${JSON.stringify(about)}\n`)] }
  yield { name: 'README.txt', bytes: [Buffer.from({ en, es, hi }[language].exportAbout)] }
  for (const { name, rows } of readHoldings(tx, driverId)) yield { name: `data/${name}.json`, bytes: written(rows) }
  for (const { file, slices } of await readFiles(tx, driverId)) yield { name: file, bytes: slices, isPacked: true }
}

const addEntry = (zip: ZipStream, source: Readable, { name, isPacked = false }: Entry, date: Date) =>
  new Promise<void>((resolve, reject) => {
    source.once('error', reject)
    zip.entry(source, { name, date, store: isPacked }, error => (error ? reject(error) : resolve()))
  })

/**
 * Everything as it stood at one moment, where `tx` is a repeatable-read transaction. Amounts are in cents. Reads no faster than it is
 * read; the photo and the attachments are packed already and stored as they are.
 */
export const createArchive = (
  tx: Queryable,
  driverId: string,
  language: Language,
  now: Temporal.Instant,
): AsyncIterable<Buffer> => {
  const zip = new ZipStream()
  let source: Readable | undefined
  const add = async () => {
    const date = new Date(now.epochMilliseconds)
    for await (const entry of entriesOf(tx, driverId, language, now)) {
      source = Readable.from(entry.bytes, { objectMode: false })
      await addEntry(zip, source, entry, date)
    }
    zip.finalize()
  }
  zip.once('close', () => source?.destroy())
  add().catch(error => zip.destroy(error))
  return zip as unknown as AsyncIterable<Buffer>
}
