// Past sessions: pages that stay stable while new sessions begin, totals by month, places, and a CSV export.
import { Readable } from 'node:stream'
import type * as contract from '@parkit/contract/parking/past'
import type { PastFilter, PastSort } from '@parkit/contract/parking/past'
import type * as parking from '@parkit/contract/parking/sessions'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { toDollars } from '@parkit/contract/platform/money'
import { paidMinutes } from '#parking/quotes/quotes.ts'
import { createBatchLoader } from '#platform/batch-loader.ts'
import { csvLines, csvStart } from '#platform/csv.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuseField } from '#platform/errors.ts'
import { isInstant, readPage } from '#platform/pagination.ts'
import { tableTimes } from '#platform/time-text.ts'
import {
  type After,
  listMonths,
  listNewest,
  listPast,
  listTable,
  listVisits,
  type Narrowed,
  type PastRow,
  type TableRow,
} from './past-store.ts'
import { minutesBetween, paymentStatusOf, sessionAnswer } from './session.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }
/** on the map */
const mostVisits = 1_000
/** rows per query of the CSV export, between which the event loop is free */
const csvBatch = 250

const isByDistance = (sort: PastSort): boolean => sort === 'less-distance' || sort === 'more-distance'

/** `metres start id` of a page's last row: stable while new sessions begin. */
const cursorOf = ({ metres, started_at, session_id }: PastRow): string => `${metres ?? '-'} ${started_at} ${session_id}`

/** Throws `bad_input` for an invalid cursor, or one of another order. */
const readCursor = (cursor: string, sort: PastSort): After => {
  const [, metres, startedAt, sessionId] =
    /^(-|\d{1,8}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z) (P-[0-9A-HJKMNP-TV-Z]{10})$/.exec(cursor) ?? []
  if (!startedAt || !sessionId || !isInstant(startedAt) || (isByDistance(sort) && metres === '-'))
    return refuseField('Cursor', 'invalid')
  return { metres: Number(metres), startedAt, sessionId }
}

const narrow = (driverId: string, now: Temporal.Instant, filter: PastFilter): Narrowed => {
  const { From, To } = filter
  if (From && To && From > To) refuseField('To', 'invalid')
  return { ...filter, driverId, now }
}

const minutesOf = ({ has_ended, started_ms, ended_ms }: TableRow) => {
  if (has_ended) return minutesBetween(started_ms, ended_ms)
  const [started_at, ends_at] = [started_ms, ended_ms].map(ms => Temporal.Instant.fromEpochMilliseconds(ms))
  return paidMinutes({ started_at: started_at!, ends_at: ends_at! })
}

const changesText = ({ changes, time_zone }: TableRow, words: typeof en): string =>
  (changes ?? [])
    .map(({ At, Kind, From, To }) => {
      const [at] = tableTimes(Date.parse(At), Date.parse(At), time_zone)
      return words[Kind](From, To, at)
    })
    .join('; ')

const csvRow = (row: TableRow, words: typeof en): (string | number)[] => [
  row.session_id,
  words.statuses[row.status],
  row.zone_number,
  row.name,
  row.address,
  ...tableTimes(row.started_ms, row.ended_ms, row.time_zone),
  row.time_zone,
  minutesOf(row),
  toDollars(row.parking_cents),
  toDollars(row.fee_cents),
  toDollars(row.refunded_cents),
  toDollars(row.parking_cents + row.fee_cents - row.refunded_cents),
  row.paid_via === 'wallet' ? words.wallet : row.paid_via,
  words.payments[paymentStatusOf(row)],
  row.vehicle.VehicleMake,
  row.vehicle.VehicleModel,
  row.vehicle.PlateNumber,
  row.vehicle.PlateState,
  changesText(row, words),
]

/** The first unfiltered page, the most frequent query, is read for many drivers at once. */
const createNewestLoader = (pool: Database['pool']) => {
  const find = createBatchLoader(async keys => {
    const wanted = keys.map(key => {
      const [driverId = '', limit] = key.split(' ')
      return { driverId, limit: Number(limit) }
    })
    const pages = await listNewest(pool, wanted)
    return new Map(keys.map((key, i) => [key, pages[i]!]))
  })
  return async (driverId: string, limit: number): Promise<PastRow[]> => (await find(`${driverId} ${limit}`)) ?? []
}

export const createPast = ({ pool }: Database) => {
  const findNewest = createNewestLoader(pool)
  return {
    sessions: async (
      driverId: string,
      query: Input<typeof parking.sessions>['query'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof parking.sessions>> => {
      const { Sort = 'newest', Latitude, Longitude, Cursor, Limit, ...filter } = query
      const spot =
        Latitude === undefined || Longitude === undefined ? null : { latitude: Latitude, longitude: Longitude }
      if (isByDistance(Sort) && !spot) refuseField(Latitude === undefined ? 'Latitude' : 'Longitude', 'required')
      const after = Cursor === undefined ? null : readCursor(Cursor, Sort)
      const narrowed = narrow(driverId, now, filter)
      const isAll = Sort === 'newest' && !spot && !after && Object.values(filter).every(value => value === undefined)
      return readPage(
        { Limit },
        limit => (isAll ? findNewest(driverId, limit) : listPast(pool, narrowed, { sort: Sort, spot, after, limit })),
        row => ({ ...sessionAnswer(row, now), Metres: row.metres }),
        cursorOf,
      )
    },

    months: async (
      driverId: string,
      filter: PastFilter,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.months>> => {
      const rows = await listMonths(pool, narrow(driverId, now, filter))
      return {
        Items: rows.map(row => ({ Month: row.month, Sessions: row.sessions, AmountPaid: toDollars(row.paid_cents) })),
      }
    },

    visits: async (
      driverId: string,
      filter: PastFilter,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.visits>> => {
      const rows = await listVisits(pool, narrow(driverId, now, filter), mostVisits)
      return {
        Items: rows.map(({ place, ...row }) => ({
          ZoneNumber: row.zone_number,
          ...(place.city && { City: place.city }),
          ...(place.cityName && { CityName: place.cityName }),
          Name: place.name,
          Address: place.address,
          Latitude: place.latitude,
          Longitude: place.longitude,
          TimeZone: place.timeZone,
          Visits: row.visits,
          AmountPaid: toDollars(row.paid_cents),
          Last: {
            SessionId: row.session_id,
            StartedAt: row.started_at.toString(),
            AmountPaid: toDollars(row.last_cents),
          },
        })),
      }
    },

    /** A stream: ten years of sessions do not block the server. Throws `bad_input` before the first row. */
    sessionsCsv: (driverId: string, filter: PastFilter, now: Temporal.Instant, language: Language): Readable => {
      const narrowed = narrow(driverId, now, filter)
      return Readable.from(tableOf(pool, narrowed, words[language]))
    },
  }
}

async function* tableOf(db: Queryable, narrowed: Narrowed, words: typeof en) {
  yield csvStart + csvLines([words.headings])
  let rows: TableRow[] = []
  do {
    rows = await listTable(db, narrowed, rows.at(-1), csvBatch)
    yield csvLines(rows.map(row => csvRow(row, words)))
  } while (rows.length === csvBatch)
}
