// A driver's export: prepared by a job in bounded memory, stored for a day, downloaded by ranges.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type * as contract from '@parkit/contract/driver/data-export'
import type { Answer } from '@parkit/contract/platform/call'
import { dataExport as limits } from '@parkit/contract/platform/limits'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { Driver } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { houseTimeZone } from '#platform/house-time.ts'
import { schedule } from '#platform/jobs.ts'
import { dateText, timeText } from '#platform/time-text.ts'
import * as store from './data-export-store.ts'
import { writeExport } from './data-export-thread.ts'
import { requireRecentProof } from './recent-proof.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

type Deps = { db: Database; clock: Clock; config: Pick<Config, 'publicUrl'> }
type State = Answer<typeof contract.exportState>

/** The job that prepares one, and the one that deletes it; both by its id. */
const kinds = { prepare: 'data-export', expire: 'data-export-end' } as const
/** downloads under way on this server, of all drivers: each holds a chunk or two */
const mostDownloads = 100
/** from one chunk of a download to its next: 100 Mbit/s, so that nobody's download takes the whole process */
const chunkMs = 20

const stateOf = (row: store.ExportRow | null): State => ({
  State: row ? (row.ready_at ? 'ready' : 'preparing') : 'none',
  AskedAt: row?.asked_at.toString() ?? null,
  ReadyAt: row?.ready_at?.toString() ?? null,
  ExpiresAt: row?.expires_at?.toString() ?? null,
  Bytes: row?.bytes == null ? null : Number(row.bytes),
})

/** Counts those under way, of one driver and of all. */
const createDownloadLimit = () => {
  const byDriver = new Map<string, number>()
  let all = 0
  return {
    /** Throws `too_many_requests`, `unavailable`; returns what ends it. */
    begin: (driverId: string): (() => void) => {
      const own = byDriver.get(driverId) ?? 0
      if (own >= limits.mostDownloads) refuse('too_many_requests')
      if (all >= mostDownloads) refuse('unavailable')
      byDriver.set(driverId, own + 1)
      all++
      return () => {
        all--
        const left = byDriver.get(driverId)! - 1
        if (left > 0) byDriver.set(driverId, left)
        else byDriver.delete(driverId)
      }
    },
  }
}

export const createDataExport = ({ db, clock, config }: Deps) => {
  const downloads = createDownloadLimit()

  /** Also tells a driver who never asked for it that somebody else did. */
  const announce = (tx: Queryable, driverId: string, now: Temporal.Instant, until: Temporal.Instant) =>
    enqueueNotice(tx, {
      driverId,
      kind: 'security',
      text: language => {
        const { exportSubject, exportReady } = { en, es, hi }[language]
        const time = `${dateText(until, houseTimeZone, language)}, ${timeText(until, houseTimeZone, language)}`
        return { subject: exportSubject, body: exportReady(new URL('/profile', config.publicUrl).href, time) }
      },
      at: now,
      until,
    })

  /** Stops without a word where the account was deleted or another run has begun. */
  const prepare = async (exportId: string, now: Temporal.Instant, renew: () => Promise<void>) => {
    const runId = randomUUID()
    const begun = await store.beginRun(db.pool, exportId, runId)
    if (!begun) return
    const { driver_id: driverId, language } = begun
    const { connectionString } = db
    const run = { connectionString, exportId, runId, driverId, language, now: now.toString() }
    const bytes = await writeExport(run, renew)
    if (bytes === null) return
    const readyAt = clock.now()
    const expiresAt = readyAt.add({ hours: limits.hours })
    await db.transaction(async tx => {
      if (!(await store.finishExport(tx, exportId, runId, bytes, readyAt, expiresAt))) return
      await schedule(tx, kinds.expire, exportId, expiresAt)
      await announce(tx, driverId, readyAt, expiresAt)
    })
  }

  async function* read(exportId: string, from: number, to: number): AsyncGenerator<Buffer> {
    const size = store.chunkBytes
    let dueMs = performance.now()
    for (let seq = Math.floor(from / size); seq * size <= to; seq++) {
      await wait(Math.max(0, dueMs - performance.now()))
      dueMs = performance.now() + chunkMs
      const chunk = (await store.findChunk(db.pool, exportId, seq)) ?? refuse('not_found')
      yield chunk.subarray(Math.max(from - seq * size, 0), to - seq * size + 1)
    }
  }

  return {
    state: async (driverId: string, now: Temporal.Instant): Promise<State> =>
      stateOf(await store.findExport(db.pool, driverId, now)),

    /** Needs a recent proof (D-104). Answers the state of the one there is, where it is being prepared or ready. */
    begin: async (driver: Driver, now: Temporal.Instant): Promise<State> => {
      const { driverId } = driver
      await requireRecentProof(db.pool, driver, now)
      return db.transaction(async tx => {
        const exportId = randomUUID()
        if (await store.insertExport(tx, driverId, exportId, now)) await schedule(tx, kinds.prepare, exportId, now)
        return stateOf(await store.findExport(tx, driverId, now))
      })
    },

    /**
     * Needs a recent proof as well, for it may have been prepared for somebody else; a download that has begun goes on
     * without another one. Throws `not_found` where none is ready, and `sign_in_again`.
     */
    file: async (driver: Driver, now: Temporal.Instant): Promise<{ exportId: string; bytes: number }> => {
      const found = (await store.findExport(db.pool, driver.driverId, now)) ?? refuse('not_found')
      if (!found.bytes) refuse('not_found')
      const { export_id: exportId, bytes } = found
      if (!(await store.isOpen(db.pool, exportId, driver.tokenHash, now))) {
        await requireRecentProof(db.pool, driver, now)
        await store.openExport(db.pool, exportId, driver.tokenHash, now.add({ minutes: limits.downloadMinutes }))
      }
      return { exportId, bytes: Number(bytes) }
    },

    /** The bytes from `from` to `to`, both included, no faster than they are read. Ends its work where it is destroyed. */
    download: (driverId: string, exportId: string, from: number, to: number): Readable => {
      const end = downloads.begin(driverId)
      return Readable.from(read(exportId, from, to), { objectMode: false, highWaterMark: store.chunkBytes }).once(
        'close',
        end,
      )
    },

    jobs: { [kinds.prepare]: prepare },
    most: { [kinds.prepare]: 1 },
    handlers: {
      [kinds.expire]: (tx: Queryable, exportId: string) => store.deleteExport(tx, exportId),
    },
  }
}
export type DataExport = ReturnType<typeof createDataExport>
