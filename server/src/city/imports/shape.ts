// What every reader makes of a file: places, rule books, and lists of days in one shape, and each row that was refused.
import { type DayList, type RuleBook, SpaceKind } from '@parkit/contract/city/calendar-schemas'
import { Feature, Kind } from '@parkit/contract/city/places-schemas'
import type { Geometry } from 'geojson'
import * as z from 'zod/mini'
import { latitude, longitude, words } from '#city/cities/cities.ts'
import type { CityName } from '#city/places/places.ts'

/** What a source says of its prices, by language; `en` where it has only one, whichever that is. */
export const RatesText = z.strictObject({
  en: words(2_000),
  es: z.optional(words(2_000)),
  hi: z.optional(words(2_000)),
})
export type RatesText = z.infer<typeof RatesText>

/** A row of the file that is in no place. Rows count from 1; a table's line of column names is none. */
export type RefusedRow = { row: number; key: string; field: string; reason: string }

const count = z.int().check(z.minimum(1))
const position = z.tuple([longitude, latitude])
export const ReadPlace = z.object({
  /** what the source calls it, the same in its next file */
  ref: words(120),
  name: words(120),
  kind: Kind,
  /** of a street: `left`, `right`, or as the source says it */
  side: z.nullable(words(20)),
  address: words(200),
  neighborhood: z.string().check(z.maxLength(120)),
  latitude,
  longitude,
  /** a closed ring of a lot or garage, a line of a street; empty where only its position is known */
  outline: z.array(position),
  spaces: z
    .partialRecord(SpaceKind, count)
    .check(z.refine(spaces => Object.keys(spaces).length > 0, 'no space is counted')),
  clearanceCm: z.nullable(z.int().check(z.minimum(50), z.maximum(2_000))),
  features: z.array(Feature),
  evChargers: z.int().check(z.minimum(0)),
  refundsUnused: z.boolean(),
  /** null: its prices are unknown, or in another currency; it is shown and not payable */
  bookId: z.nullable(z.string()),
  /** what the source says of its prices in words, where ParkIt sells no parking */
  ratesText: z.nullable(RatesText),
  /** whom a map that shows it credits */
  attribution: z.string().check(z.maxLength(200)),
})
export type ReadPlace = z.infer<typeof ReadPlace>

/** A place with the rows of the file it is made of, the first of which carries its change. */
export type PlaceOfRows = ReadPlace & {
  rows: number[]
  /** of four to six digits, where the source's own is one */
  number: string | null
  /** the source's own number of a place that was split because its rows have different rules */
  splitOf?: string
  /** why it is not payable, where the source does not say what parking costs, or says more than a rule can */
  warning?: { field: string; reason: string }
}

export type ReadBook = {
  bookId: string
  name: string
  /** null: from its publication on */
  inForceFrom: Temporal.Instant | null
  book: RuleBook
  /** of the first row that needs it */
  row: number
}

export type ReadList = { listId: string; name: string; list: DayList }

/** A closure or an event rate. */
export type ReadClosure = {
  row: number
  id: string
  zones: string[]
  /** of a feature that names no zones: those in it or along it */
  shape: Geometry | null
  from: Temporal.Instant
  to: Temporal.Instant
  reason: string
  tow: boolean
  /** none: closed; else an event rate, for each begun step of so many seconds */
  price?: { cents: number; stepSeconds: number }
}

export type Reading = {
  rowsRead: number
  places: PlaceOfRows[]
  books: ReadBook[]
  lists: ReadList[]
  refused: RefusedRow[]
  /** what the search is to know besides the places; left out: the file says nothing of it */
  names?: CityName[]
}

export const emptyReading = (): Reading => ({ rowsRead: 0, places: [], books: [], lists: [], refused: [] })

/** What a source's own word means; none of what every object has, as `constructor`. */
export const meaningOf = <T>(meanings: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(meanings, word) ? meanings[word] : undefined

/** A file that is not what its format says: nothing of it is taken. The message is for people. */
export class UnreadableFile extends Error {}

/** One row cannot be taken; `field` is the source's own name of it. */
export class RowFault extends Error {
  readonly field: string
  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}

/** Throws a fault at the first field that is not as the schema says. */
export const parsed = <T extends z.core.$ZodType>(schema: T, given: unknown): z.core.output<T> => {
  const read = z.safeParse(schema, given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new RowFault(issue!.path.join('.') || 'row', issue!.message)
}

/** The row is taken, and its place is shown without paying: what parking costs is not known, and never taken for free. */
export class PriceUnknown extends RowFault {}

/** Runs `read` for a row; what it throws as a fault is refused with its field and reason. */
export const takeRow = (refused: RefusedRow[], row: number, key: string, read: () => void): void => {
  try {
    read()
  } catch (error) {
    if (!(error instanceof RowFault)) throw error
    refused.push({ row, key, field: error.field, reason: error.message })
  }
}
