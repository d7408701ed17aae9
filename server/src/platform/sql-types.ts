// How SQL values become JavaScript values, and back.
import pg from 'pg'

const { builtins } = pg.types

const most = 10_000
const instants = new Map<string, Temporal.Instant>()
/**
 * Space and a short offset, as PostgreSQL writes them, are ISO enough for Temporal. “infinity” throws: nothing here stores it.
 * The same rows are read again and again, and V8 keeps a weak handle to each instant: to clear thousands a second held all up
 * for a third of a second now and again, so of those read lately there is one of each.
 */
const instant = (text: string) => {
  const known = instants.get(text)
  if (known) return known
  if (instants.size >= most) instants.clear()
  const made = Temporal.Instant.from(text)
  instants.set(text, made)
  return made
}
const plainDate = (text: string) => Temporal.PlainDate.from(text)
const asText = (text: string) => text
// the types' list of built-in types leaves out text[]
const textArray: number = 1009
const texts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray)
const arrayOf = (parse: (text: string) => unknown) => (text: string) =>
  texts(text).map(entry => (entry === null ? null : parse(entry)))

const overrides = new pg.TypeOverrides()
/**
 * int8 is a BigInt, so that no count or key is ever rounded; JSON can't hold one, so a query says `count(*)::integer`
 * where a number is meant. Money is `integer` cents (21 million dollars at most) and a number; numeric is not used.
 */
overrides.setTypeParser(builtins.INT8, BigInt)
overrides.setTypeParser(1016, arrayOf(BigInt))
overrides.setTypeParser(builtins.TIMESTAMPTZ, instant)
overrides.setTypeParser(1185, arrayOf(instant))
overrides.setTypeParser(builtins.DATE, plainDate)
overrides.setTypeParser(1182, arrayOf(plainDate))
// a timestamp without a zone would be read in this machine's zone: it stays text
overrides.setTypeParser(builtins.TIMESTAMP, asText)

export const types: pg.CustomTypesConfig = { getTypeParser: overrides.getTypeParser.bind(overrides) }

// pg asks an object for toPostgres and would else send it as JSON, in quotes that PostgreSQL refuses.
for (const { prototype } of [Temporal.Instant, Temporal.PlainDate, Temporal.PlainTime]) {
  Object.defineProperty(prototype, 'toPostgres', { value: prototype.toString, configurable: true })
}
