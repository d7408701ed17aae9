// Reads a city as ParkIt's own JSON has it: places with tariffs or rule books, and names to search for. The demo city comes as one.
import { RuleBook } from '@parkit/contract/city/calendar-schemas'
import { Tariff } from '@parkit/contract/city/tariff-schemas'
import { nameKinds } from '@parkit/contract/platform/choices'
import * as z from 'zod/mini'
import { bookOfTariff, checkTariff, limitPaidTime } from '#city/calendar/calendar.ts'
import { latitude, longitude, words } from '#city/cities/cities.ts'
import { CityPlace } from '#city/places/places.ts'
import { tariffBookId } from '#city/rules/rules.ts'
import {
  emptyReading,
  type PlaceOfRows,
  type ReadBook,
  type Reading,
  RowFault,
  takeRow,
  UnreadableFile,
} from './shape.ts'
import { jsonOf } from './tables.ts'

const position = z.tuple([longitude, latitude])
const Name = z.object({
  kind: z.enum(nameKinds),
  name: words(120),
  also: z.optional(z.array(words(120))),
  latitude,
  longitude,
  lines: z.optional(z.nullable(z.array(z.array(position)))),
  numbers: z.optional(z.nullable(z.array(z.tuple([z.number(), longitude, latitude])))),
})
const File = z.object({
  tariffs: z.array(Tariff),
  books: z._default(
    z.array(
      z.object({ bookId: words(100), name: words(120), inForceFrom: z.optional(z.iso.datetime()), book: RuleBook }),
    ),
    [],
  ),
  places: z.array(z.unknown()),
  names: z.array(Name),
  streetsLimitPaidTime: z._default(z.boolean(), false),
})

/** Whose time counts together, also over a move to another street. */
const streetGroup = 'street'

const firstIssue = ({ issues: [issue] }: z.core.$ZodError): [field: string, reason: string] => [
  issue!.path.join('.') || 'row',
  issue!.message,
]

const placeOf = (place: CityPlace, row: number, bookId: string): PlaceOfRows => {
  const { capacity, accessibleSpaces, clearanceMetres } = place
  if (accessibleSpaces > capacity) throw new RowFault('accessibleSpaces', 'are more than there are spaces')
  const general = capacity - accessibleSpaces
  return {
    rows: [row],
    number: place.zoneNumber,
    ref: place.zoneNumber,
    name: place.name,
    kind: place.kind,
    side: null,
    address: place.address,
    neighborhood: place.neighbourhood,
    latitude: place.latitude,
    longitude: place.longitude,
    outline: place.outline,
    spaces: { ...(general > 0 && { general }), ...(accessibleSpaces > 0 && { accessible: accessibleSpaces }) },
    clearanceCm: clearanceMetres === null ? null : Math.round(clearanceMetres * 100),
    features: place.features,
    evChargers: place.evChargers,
    refundsUnused: place.refundsUnused,
    bookId,
    ratesText: null,
    attribution: place.attribution,
  }
}

/** A tariff with its places' terms is a rule book, one version for each of its versions. Throws `UnreadableFile`. */
export const readCityFile = (bytes: Uint8Array, timeZone: string): Reading => {
  const file = File.safeParse(jsonOf(bytes))
  if (!file.success) throw new UnreadableFile(`The file is no city of ParkIt: ${firstIssue(file.error).join(' ')}.`)
  const { tariffs, books, places, names, streetsLimitPaidTime } = file.data
  const sound = Map.groupBy(
    tariffs.filter(tariff => checkTariff(tariff).length === 0),
    ({ id }) => id,
  )
  const reading: Reading = { ...emptyReading(), rowsRead: places.length, names }
  const given = Map.groupBy(books, ({ bookId }) => bookId)
  const used = new Map<string, { place: CityPlace; row: number; isOfStreet: boolean }>()
  places.forEach((given, i) => {
    const row = i + 1
    const key = String((given as { zoneNumber?: unknown } | null)?.zoneNumber ?? '')
    takeRow(reading.refused, row, key, () => {
      const parsed = CityPlace.safeParse(given)
      if (!parsed.success) throw new RowFault(...firstIssue(parsed.error))
      const place = parsed.data
      if (place.timeZone !== timeZone) throw new RowFault('timeZone', `is not the city’s, ${timeZone}`)
      if (!place.ruleBookId && !sound.has(place.tariffId))
        throw new RowFault('tariffId', `no sound tariff ${place.tariffId}`)
      const bookId = place.ruleBookId ?? tariffBookId(place.tariffId, place, timeZone)
      reading.places.push(placeOf(place, row, bookId))
      const isOfStreet = place.kind === 'street' || used.get(bookId)?.isOfStreet === true
      used.set(bookId, { place, row, isOfStreet })
    })
  })
  for (const [bookId, { place, row, isOfStreet }] of used) {
    for (const { inForceFrom, ...book } of given.get(bookId) ?? [])
      reading.books.push({ ...book, inForceFrom: inForceFrom ? Temporal.Instant.from(inForceFrom) : null, row })
    if (place.ruleBookId) continue
    for (const tariff of sound.get(place.tariffId)!) {
      const book = bookOfTariff(tariff, place)
      reading.books.push({
        bookId,
        name: tariff.name,
        inForceFrom: Temporal.PlainDate.from(tariff.validFrom).toZonedDateTime(timeZone).toInstant(),
        book: streetsLimitPaidTime && isOfStreet ? limitPaidTime(book, streetGroup) : book,
        row,
      } satisfies ReadBook)
    }
  }
  return reading
}
