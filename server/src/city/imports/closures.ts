// Closures and event rates of a city from a file: checked row by row, published in one transaction, and undone; a row that is gone cancels its own.
import { createHash, randomUUID } from 'node:crypto'
import type { CityRow } from '#city/cities/cities.ts'
import {
  cancelOverride,
  checkClosure,
  draftOverride,
  dropDraft,
  OverrideRefused,
  publishClosure,
  publishOverride,
} from '#city/overrides/overrides.ts'
import type { Actor } from '#city/team/team.ts'
import type { WorkDatabase } from '#platform/city-scope.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/db.ts'
import { readClosures } from './closure-file.ts'
import * as closureStore from './closure-store.ts'
import { type ComparedRow, isSame } from './compare.ts'
import type { FileToRead } from './readers.ts'
import { ImportRefused } from './refused.ts'
import { ownerOf, type Uploaded } from './run-state.ts'
import { type ReadClosure, UnreadableFile } from './shape.ts'
import * as store from './store.ts'
import { alongMeters, boundsOf, zonesIn } from './zones-in-shape.ts'

/** The format of such a run and of its source, whatever its file's. */
export const closuresFormat = 'closures'

type Kept = closureStore.KeptClosure & { overrideId?: string }
type Row = Omit<ComparedRow, 'before' | 'after'> & { before: Kept | null; after: Kept | null }

const keptOf = (one: closureStore.CurrentClosure): Kept => ({
  name: one.name,
  zones: one.zone_numbers,
  from: one.starts_at.toString(),
  to: one.ends_at.toString(),
  tow: one.tow,
  ...(one.cents !== null && { price: { cents: one.cents, stepSeconds: one.step_seconds! } }),
  overrideId: one.override_id,
})
const baseOf = (current: closureStore.CurrentClosure[]): string =>
  createHash('sha256')
    .update(current.map(({ override_id }) => override_id).join())
    .digest('hex')
const isContentSame = ({ overrideId: _, ...one }: Kept, { overrideId: __, ...other }: Kept) => isSame(one, other)

const draftOf = (city: number, { name, zones, from, to, tow, price }: Kept) => ({
  city,
  name,
  zoneNumbers: zones,
  tow,
  price,
  startsAt: Temporal.Instant.from(from),
  endsAt: Temporal.Instant.from(to),
})
/** The column of a file that a closure's field comes from. */
const columns: Record<string, string> = {
  zoneNumbers: 'zones',
  startsAt: 'from',
  endsAt: 'to',
  name: 'reason',
  price: 'perHour',
}
/** The same of a policy of CDS. */
const cdsFields: Record<string, string> = {
  zoneNumbers: 'curb_policy_ids',
  startsAt: 'time_spans.start_date',
  endsAt: 'time_spans.end_date',
  name: 'name',
  price: 'rules.rate',
}

export const createClosureImports = ({ db, clock }: { db: WorkDatabase; clock: Clock }) => {
  const currentOf = (tx: Queryable, city: number, sourceId: string) =>
    closureStore.selectCurrent(tx, city, sourceId, clock.now())

  const rowsOf = (tx: Queryable, importId: string) =>
    store.selectRows(tx, importId, ['added', 'changed', 'withdrawn'], -1, 0, 100_000) as unknown as Promise<Row[]>

  /** A closure holds at once; an event rate of a live city waits for a second person. Returns its override's id. */
  const publishOne = async (tx: Queryable, city: CityRow, run: store.RunRow, key: string, kept: Kept, actor: Actor) => {
    const draft = { ...draftOf(run.city, kept), sourceId: run.source_id, sourceRef: key, overrideId: randomUUID() }
    if (!kept.price) return publishClosure(tx, draft, clock.now())
    if ('command' in actor)
      throw new ImportRefused(
        'needs_approval',
        `Event rates are prices, which a person of ${city.name} answers for: say who you are with --by EMAIL.`,
      )
    const overrideId = await draftOverride(tx, draft, clock.now())
    await publishOverride(tx, city, overrideId, actor, clock.now())
    return overrideId
  }
  /** Returns whether it was there. */
  const cancelOne = async (tx: Queryable, { city }: store.RunRow, overrideId: string | undefined) =>
    overrideId !== undefined &&
    ((await cancelOverride(tx, { city, overrideId }, clock.now())) || (await dropDraft(tx, { city, overrideId })))

  /** The numbers of the zones a row means. Throws `OverrideRefused` where there are none, or one of them is unknown. */
  const zonesOf = async (
    city: CityRow,
    { zones, shape }: ReadClosure,
    named: Map<string, { zone_number: string }[]>,
  ) => {
    if (shape) {
      const bounds = boundsOf(shape)
      const near = bounds ? await closureStore.selectWithin(db.pool, city.id, ...bounds) : []
      const inside = zonesIn(shape, near)
      if (inside.length > 0) return inside.toSorted()
      throw new OverrideRefused(
        'zoneNumbers',
        `No zone lies in what is drawn, or within ${alongMeters} meters along it.`,
      )
    }
    const unknown = zones.filter(zone => !named.has(zone))
    if (unknown.length > 0)
      throw new OverrideRefused('zoneNumbers', `The city has no zone ${unknown.slice(0, 10).join(', ')}.`)
    return [...new Set(zones.flatMap(zone => named.get(zone)!.map(({ zone_number }) => zone_number)))].toSorted()
  }

  return {
    /**
     * What publishing would do; nothing else changes. A row that is refused leaves the closure of its id as it is. Throws `UnreadableFile`.
     * `uploaded`: whose rows they are, and the claim to check it; throws `ImportRefused` where another took that over.
     */
    check: async (
      city: CityRow,
      { sourceId, by, uploaded, ...file }: FileToRead & { sourceId: string; by: string; uploaded?: Uploaded },
    ): Promise<store.RunRow> => {
      const { rowsRead, closures, refused } = readClosures(file, city)
      const known = await store.selectSourceFormat(db.pool, city.id, sourceId)
      if (known && known !== closuresFormat)
        throw new UnreadableFile(`The source ${sourceId} is of ${known}. Closures are a source of their own.`)
      const { importId, claim } = uploaded ?? { importId: randomUUID(), claim: null }
      const requireOwn = ownerOf(importId)
      if (!uploaded) {
        const hash = createHash('sha256').update(file.bytes).digest('hex')
        await store.insertSource(db.pool, city.id, sourceId, closuresFormat, '')
        await store.insertRun(db.pool, importId, city.id, sourceId, closuresFormat, hash, by, clock.now())
      }
      const current = await currentOf(db.pool, city.id, sourceId)
      const before = new Map(current.map(one => [one.source_ref, keptOf(one)]))
      const called = [...new Set(closures.flatMap(({ zones }) => zones))]
      const named = Map.groupBy(await closureStore.selectNamed(db.pool, city.id, called), one => one.called)
      const rows: Row[] = []
      const fields = file.format === 'cds' ? cdsFields : columns
      const nothing = { before: null, after: null, field: null, reason: null }
      for (const read of closures) {
        const { row, id, from, to, reason, tow, price } = read
        const is = before.get(id)
        try {
          const numbers = await zonesOf(city, read, named)
          const after: Kept = {
            name: reason,
            zones: numbers,
            from: `${from}`,
            to: `${to}`,
            tow,
            ...(price && { price }),
          }
          await checkClosure(db.pool, draftOf(city.id, after), clock.now())
          const change = !is ? 'added' : isContentSame(is, after) ? 'same' : 'changed'
          if (price && change !== 'same' && Temporal.Instant.compare(from, clock.now()) <= 0)
            throw new OverrideRefused('startsAt', 'An event rate begins later than now.')
          rows.push({ ...nothing, rowNo: row, key: id, change, ...(change !== 'same' && { after }), ...(change === 'changed' && { before: is! }) }) // biome-ignore format: one line
        } catch (error) {
          if (!(error instanceof OverrideRefused)) throw error
          const field = read.shape && error.field === 'zoneNumbers' ? 'geometry' : fields[error.field]
          refused.push({ row, key: id, field: field ?? error.field, reason: error.message })
        }
      }
      for (const { row, key, field, reason } of refused)
        rows.push({ ...nothing, rowNo: row, key, change: 'refused', field, reason })
      const inFile = new Set(rows.map(({ key }) => key))
      const gone = [...before].filter(([id]) => !inFile.has(id))
      gone.forEach(([id, kept], i) => {
        rows.push({ ...nothing, rowNo: rowsRead + i + 1, key: id, change: 'withdrawn', before: kept })
      })
      const count = (change: Row['change']) => rows.filter(row => row.change === change).length
      const counters = {
        read: rowsRead,
        added: count('added'),
        changed: count('changed'),
        withdrawn: gone.length,
        same: count('same'),
        refused: refused.length,
        unpayable: 0,
        withdrawnShare: before.size === 0 ? 0 : gone.length / before.size,
      }
      const numbered = rows.toSorted((a, b) => a.rowNo - b.rowNo).map(row => ({ ...row, nth: 0 }))
      const written = numbered as unknown as Parameters<typeof store.insertRows>[2]
      requireOwn(await store.insertRows(db.pool, importId, written, claim))
      requireOwn(await store.setChecked(db.pool, importId, JSON.stringify(counters), '{}', baseOf(current), claim))
      return (await store.findRun(db.pool, importId))!
    },

    /** In the transaction that holds the city's lock and has found the run checked. Throws `ImportRefused`. */
    publish: async (
      tx: Queryable,
      city: CityRow,
      run: store.RunRow,
      { confirmed, actor }: { confirmed?: string | undefined; actor: Actor },
    ) => {
      if (run.base !== baseOf(await currentOf(tx, run.city, run.source_id)))
        throw new ImportRefused('import_stale', 'Closures of the source changed since the check. Check the file again.')
      if (run.counters.withdrawn > 0 && run.counters.read === 0 && confirmed !== city.name)
        throw new ImportRefused('name_needed', `The file is empty: all ${run.counters.withdrawn} closures would be canceled. Name the city to go on.`) // biome-ignore format: one line
      for (const { key, before, after } of await rowsOf(tx, run.import_id)) {
        await cancelOne(tx, run, before?.overrideId)
        if (after)
          await closureStore.setOverride(tx, run.import_id, key, await publishOne(tx, city, run, key, after, actor))
      }
    },

    /** Cancels what it published, and publishes again what it canceled and is not over. Returns how many closures that were. */
    undo: async (tx: Queryable, city: CityRow, run: store.RunRow, actor: Actor): Promise<number> => {
      let restored = 0
      for (const { key, before, after } of await rowsOf(tx, run.import_id)) {
        const isCanceled = await cancelOne(tx, run, after?.overrideId)
        // an event rate that has begun is not published again
        const until = before && (before.price ? before.from : before.to)
        const isToCome = until && Temporal.Instant.compare(Temporal.Instant.from(until), clock.now()) > 0
        // one that a later import took over stays as that one made it
        if (isToCome && (isCanceled || !after)) await publishOne(tx, city, run, key, before, actor)
        if (isCanceled || isToCome) restored++
      }
      return restored
    },
  }
}
