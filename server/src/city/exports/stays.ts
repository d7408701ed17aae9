// When cars parked where: sessions and aggregates of CDS Metrics 1.1, and a table; never whose cars.
import type { Cities } from '#city/cities/cities.ts'
import type { Places } from '#city/places/places.ts'
import { csvLines, csvStart } from '#platform/csv.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { type Exported, etagOf } from './answers.ts'
import { curbZoneId } from './cds-zones.ts'

export type Stay = {
  zoneNumber: string
  startedAt: Temporal.Instant
  endedAt: Temporal.Instant | null
  paidCents: number
}
type Deps = {
  places: Pick<Places, 'readCity'>
  cities: Pick<Cities, 'find'>
  /** that began in [from, to), of a city by its id */
  listStays: (cityId: number, from: Temporal.Instant, to: Temporal.Instant) => Promise<Stay[]>
}

const usualDays = 7
const mostDays = 31
/** Of fewer stays an average would say how long one of them was. */
const fewest = 5

/** Whole minutes: to the second, a start is known to whoever stood there. */
const minuteOf = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / 60_000) * 60_000

export const createStays = ({ places, cities, listStays }: Deps) => {
  /** Throws `not_found`, and at a time that is no instant or a range of more than 31 days. */
  const read = async (code: string, query: { start_time?: number; end_time?: number }, now: Temporal.Instant) => {
    const city = (await cities.find(code)) ?? refuse('not_found')
    const end = query.end_time ?? now.epochMilliseconds
    const start = query.start_time ?? end - usualDays * 86_400_000
    if (start >= end) refuseField('end_time', 'invalid')
    if (end - start > mostDays * 86_400_000) refuseField('start_time', 'invalid')
    const [from, to] = [start, end].map(ms => Temporal.Instant.fromEpochMilliseconds(ms))
    const capacities = new Map(
      places
        .readCity(code)
        .list()
        .map(({ place }) => [place.zoneNumber, place.capacity]),
    )
    /** Day by day: a day's stays at a time are in memory. */
    async function* days() {
      for (let at = from!; Temporal.Instant.compare(at, to!) < 0; ) {
        const next = at.toZonedDateTimeISO(city.timeZone).startOfDay().add({ days: 1 }).toInstant()
        const until = Temporal.Instant.compare(next, to!) < 0 ? next : to!
        yield (await listStays(city.id, at, until)).filter(({ zoneNumber }) => capacities.has(zoneNumber))
        at = until
      }
    }
    return { city, days }
  }

  async function* sessionRows(code: string, days: AsyncIterable<Stay[]>) {
    yield csvLines([['session_type', 'event_time_start', 'event_time_end', 'curb_zone_id']])
    for await (const day of days)
      yield csvLines(
        day.map(({ zoneNumber, startedAt, endedAt }) => [
          'parking',
          minuteOf(startedAt),
          endedAt ? minuteOf(endedAt) : '',
          curbZoneId(code, zoneNumber),
        ]),
      )
  }

  const aggregatesOf = (code: string, timeZone: string, day: Stay[]) => {
    const hourOf = ({ zoneNumber, startedAt }: Stay) => {
      const local = startedAt.toZonedDateTimeISO(timeZone)
      return `${zoneNumber} ${local.toPlainDate()} ${local.hour}`
    }
    return [...Map.groupBy(day, hourOf)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, stays]) => {
        const [zoneNumber = '', date = '', hour] = key.split(' ')
        const row = (metric: string, value: number) => [
          'zone',
          curbZoneId(code, zoneNumber),
          metric,
          date,
          Number(hour),
          value,
        ]
        const ended = stays.filter(({ endedAt }) => endedAt)
        const minutes = ended.reduce(
          (sum, { startedAt, endedAt }) => sum + endedAt!.since(startedAt).total('minutes'),
          0,
        )
        return [
          row('total_sessions', stays.length),
          row('turnover', stays.length),
          ...(ended.length >= fewest
            ? [row('average_dwell_time', Math.round((minutes / ended.length) * 10) / 10)]
            : []),
        ]
      })
  }

  return {
    /** Times are of the minute. Throws `not_found` and `bad_input`. */
    sessions: async (...[code, query, now]: Parameters<typeof read>): Promise<Exported> => {
      const { days } = await read(code, query, now)
      return { etag: null, text: sessionRows(code, days()) }
    },

    /** By the local hour in which a stay began. Throws `not_found` and `bad_input`. */
    aggregates: async (...[code, query, now]: Parameters<typeof read>): Promise<Exported> => {
      const { city, days } = await read(code, query, now)
      const rows: (string | number)[][] = [['curb_place_type', 'curb_place_id', 'metric_type', 'date', 'hour', 'value']]
      for await (const day of days()) for (const row of aggregatesOf(code, city.timeZone, day)) rows.push(row)
      const text = csvLines(rows)
      return { etag: etagOf([text]), text: [text] }
    },

    /** Throws `not_found` and `bad_input`. */
    table: async (...[code, query, now]: Parameters<typeof read>): Promise<Exported> => {
      const { days } = await read(code, query, now)
      const text = (async function* () {
        yield csvStart + csvLines([['city', 'zone_number', 'started_at', 'ended_at', 'paid_cents']])
        for await (const day of days())
          yield csvLines(
            day.map(({ zoneNumber, startedAt, endedAt, paidCents }) => [
              code,
              zoneNumber,
              Temporal.Instant.fromEpochMilliseconds(minuteOf(startedAt)).toString(),
              endedAt ? Temporal.Instant.fromEpochMilliseconds(minuteOf(endedAt)).toString() : '',
              paidCents,
            ]),
          )
      })()
      return { etag: null, text }
    },
  }
}
