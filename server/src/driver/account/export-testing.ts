// For tests: an export of a driver's data, prepared, downloaded and unpacked by another library than made it.
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import * as contract from '@parkit/contract/driver/data-export'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { TestServer } from '#app/testing.ts'
import type { Database } from '#platform/db.ts'
import { readHoldings } from './data-store.ts'

/** The files of a zip, by name. Rejects where it is not a valid one, or a checksum is wrong. */
export const unzip = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const zip = (await promisify(yauzl.fromBuffer as never)(bytes, { lazyEntries: true })) as ZipFile
  const files = new Map<string, Buffer>()
  const open = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<NodeJS.ReadableStream>
  return new Promise((resolve, reject) => {
    zip.on('error', reject).on('end', () => resolve(files))
    zip.on('entry', async (entry: Entry) => {
      try {
        files.set(entry.fileName, await buffer(await open(entry)))
        zip.readEntry()
      } catch (error) {
        reject(error as Error)
      }
    })
    zip.readEntry()
  })
}

export type ExportedData = Record<string, Record<string, unknown>[]>

/** What an export would hold now, without making one. */
export const heldData = (db: Database, driverId: string): Promise<ExportedData> =>
  db.transaction(async tx => {
    const held: ExportedData = {}
    for (const { name, rows } of readHoldings(tx, driverId)) held[name] = (await Array.fromAsync(rows)).flat()
    return held
  }, 'repeatable read')

type Asking = { parkit: Pick<TestServer, 'call' | 'app' | 'jobs'>; driver: { token: string } }

/** Only the export's own jobs run. */
export const exportData = async ({ parkit, driver }: Asking) => {
  const begun = await parkit.call(contract.beginExport, {}, { token: driver.token })
  if (begun.status !== 200) throw new Error(`No export: ${JSON.stringify(begun.error)}`)
  await parkit.jobs.runDue()
  const headers = { authorization: `Bearer ${driver.token}` }
  const reply = await parkit.app.inject({ url: contract.exportFile.path, headers })
  if (reply.statusCode !== 200) throw new Error(`No file: ${reply.body}`)
  const files = await unzip(reply.rawPayload)
  const json = (name: string) => JSON.parse(files.get(name)!.toString())
  const data: ExportedData = Object.fromEntries(
    [...files.keys()].flatMap(name => {
      const kind = /^data\/(\w+)\.json$/.exec(name)?.[1]
      return kind ? [[kind, json(name)]] : []
    }),
  )
  return { reply, files, data, exportedAt: json('ParkIt.json').ExportedAt as string }
}
