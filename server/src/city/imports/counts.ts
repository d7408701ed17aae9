// Live counts of a source: capacity less what is free, each row taken or refused with its reason.
import * as z from 'zod/mini'
import type { CityRow } from '#city/cities/cities.ts'
import type { Places } from '#city/places/places.ts'
import type { Database } from '#platform/db.ts'
import { fieldOf, fill } from './fill.ts'
import { readCountsMapping } from './mapping-file.ts'
import type { FileToRead } from './readers.ts'
import { type RefusedRow, RowFault, takeRow, UnreadableFile } from './shape.ts'
import * as store from './store.ts'
import { jsonOf, readTable } from './tables.ts'
import { instantOf } from './values.ts'

/** One of `free` and `taken`, as the source says it. */
export type ReadCount = { row: number; ref: string; free: number | null; taken: number | null; at: Temporal.Instant }

const wholeOf = (text: string, field: string): number | null => {
  if (text === '') return null
  const count = Number(text)
  if (!Number.isInteger(count)) throw new RowFault(field, 'not_counted: no whole number')
  if (count < 0) throw new RowFault(field, 'negative')
  return count
}

type Row = { row: number; ref: string; free: string; taken: string; at: string; field: string }
const textOf = (value: unknown) => (value === undefined || typeof value === 'object' ? '' : String(value))

const Demand = z.looseObject({
  count: z.optional(z.unknown()),
  occupancyCalculation: z.optional(z.string()),
  recordDateTime: z.optional(z.string()),
})
const Counted = z.looseObject({
  hierarchyElementReference: z.optional(
    z.looseObject({ demandTable: z.optional(z.array(z.looseObject({ demandType: z.optional(z.array(Demand)) }))) }),
  ),
})
/** The newest of a place's demand that was counted; a forecast is no count. Other elements without one are no rows. */
const apdsRows = (json: unknown): Row[] => {
  const { data } = (json ?? {}) as { data?: (Record<string, unknown> | null)[] }
  if (!Array.isArray(data)) throw new UnreadableFile('The file is no list of APDS v4: it has no data.')
  return data.flatMap((element, i) => {
    const { demandTable = [] } = Counted.safeParse(element).data?.hierarchyElementReference ?? {}
    const demands = demandTable.flatMap(({ demandType = [] }) => demandType)
    if (demands.length === 0 && element?.type !== 'place') return []
    const newest = demands
      .filter(({ occupancyCalculation }) => occupancyCalculation !== 'expected')
      .reduce<z.infer<typeof Demand>>((a, b) => (textOf(a.recordDateTime) > textOf(b.recordDateTime) ? a : b), {})
    return {
      row: i + 1,
      ref: textOf(element?.id),
      free: '',
      taken: textOf(newest.count),
      at: textOf(newest.recordDateTime),
      field: 'demandTable.demandType.count',
    }
  })
}

/** of a table; no city has as many places */
const mostRows = 200_000

const rowsOf = ({ format, bytes, mapping }: FileToRead): Iterable<Row> => {
  if (bytes.length === 0) return []
  if (format === 'parkapi') {
    const { items } = (jsonOf(bytes) ?? {}) as { items?: (Record<string, unknown> | null)[] }
    if (!Array.isArray(items)) throw new UnreadableFile('The file has no list of items.')
    return items.map((item, i) => ({
      row: i + 1,
      ref: textOf(item?.uid),
      free: textOf(item?.realtime_free_capacity),
      taken: '',
      at: textOf(item?.realtime_data_updated_at),
      field: 'realtime_free_capacity',
    }))
  }
  if (format === 'apds') return apdsRows(jsonOf(bytes))
  if (!mapping || (format !== 'csv' && format !== 'geojson'))
    throw new UnreadableFile('Counts are read from ParkAPI, APDS, or a table with a mapping.')
  const columns = readCountsMapping(mapping)
  const { ref, free = '', taken = '', at } = columns
  // one by one: a row's texts may be longer than the row
  return readTable(bytes, { ...columns, withoutPositions: true, mostRows })
    .values()
    .map(row => ({
      row: row.row,
      ref: fill(ref, row),
      free: fill(free, row),
      taken: fill(taken, row),
      at: fill(at, row),
      field: fieldOf(free || taken),
    }))
}

/** Rows without a free or taken number, or with an impossible one, are refused. Throws `UnreadableFile`. */
export const readCounts = (file: FileToRead, timeZone: string): { counts: ReadCount[]; refused: RefusedRow[] } => {
  const counts: ReadCount[] = []
  const refused: RefusedRow[] = []
  const seen = new Set<string>()
  for (const { row, ref, field, ...texts } of rowsOf(file))
    takeRow(refused, row, ref, () => {
      const [free, taken] = [wholeOf(texts.free, field), wholeOf(texts.taken, field)]
      if (free === null && taken === null) throw new RowFault(field, 'not_counted: it says no number')
      if (seen.has(ref)) throw new RowFault(field, 'doubled')
      const at = instantOf(texts.at, timeZone)
      if (!at) throw new RowFault('at', 'not_counted: it says no time')
      seen.add(ref)
      counts.push({ row, ref, free, taken, at })
    })
  return { counts, refused }
}

/**
 * Takes a source's counts of its places, or of those of another one, and adds what was refused to its tally; `same`: no newer than what is
 * known. Throws `UnreadableFile`.
 */
export const takeCounts = async (
  { db, places }: { db: Database; places: Pick<Places, 'reportOccupancy'> },
  city: CityRow,
  { sourceId, placesOf = sourceId, ...file }: FileToRead & { sourceId: string; placesOf?: string },
  now: Temporal.Instant,
): Promise<{ accepted: number; same: number; refused: RefusedRow[] }> => {
  const { counts, refused } = readCounts(file, city.timeZone)
  const zones = new Map((await store.selectCapacities(db.pool, city.id, placesOf)).map(zone => [zone.source_ref, zone]))
  let same = 0
  const reports = counts.flatMap(({ row, ref, free, taken, at }) => {
    const zone = zones.get(ref)
    const refuse = (reason: string) => {
      refused.push({ row, key: ref, field: 'count', reason })
      return []
    }
    if (!zone) return refuse('unknown_zone')
    if (zone.counted_at && Temporal.Instant.compare(at, zone.counted_at) <= 0) {
      same++
      return []
    }
    const inUse = taken ?? zone.capacity - free!
    if (inUse < 0 || inUse > zone.capacity) return refuse('over_capacity')
    return [{ row, ref, cityId: city.id, zoneNumber: zone.zone_number, taken: inUse, observedAt: at }]
  })
  const reported = await places.reportOccupancy(reports, now)
  for (const { zoneNumber, reason } of reported.refused) {
    const { row, ref } = reports.find(report => report.zoneNumber === zoneNumber)!
    refused.push({ row, key: ref, field: 'count', reason })
  }
  const tally = Object.fromEntries(
    Map.groupBy(refused, ({ reason }) => reason.split(':')[0]!)
      .entries()
      .map(([reason, rows]) => [reason, rows.length]),
  )
  await store.addHeard(db.pool, city.id, sourceId, reported.accepted > 0, JSON.stringify(tally), now)
  return { accepted: reported.accepted, same, refused: refused.toSorted((a, b) => a.row - b.row) }
}
