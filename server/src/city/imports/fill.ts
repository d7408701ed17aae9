// Fills a mapping's templates with a row's values, and its rules with what they say. Pure.
import type { Price, Rule, RuleBook } from '@parkit/contract/city/calendar-schemas'
import type { Mapping, RuleOfRow, Template } from './mapping-file.ts'
import { RowFault, UnreadableFile } from './shape.ts'
import type { TableRow } from './tables.ts'
import { centsOf, secondsOf, windowsOf } from './values.ts'

const slots = /\{([^{}]+)\}/g
/** The columns of a template, which a fault names. */
export const fieldOf = (template: Template): string =>
  [...String(template).matchAll(slots)].map(([, name]) => name!).join(', ') || 'mapping'

/** What people write where there is nothing to say. */
const nothing = /^\s*#?n\/a\s*$/i

export const fill = (template: Template, { fields }: Pick<TableRow, 'fields'>): string =>
  String(template)
    .replace(slots, (_, name: string) => (fields.get(name) ?? '').replace(nothing, ''))
    .trim()

/** `{Hours} hours` of a row that says no hours is empty, not a unit without a number. */
const measure = (template: Template, row: TableRow): string => {
  const names = [...String(template).matchAll(slots)].map(([slot]) => slot)
  return names.length > 0 && names.every(slot => fill(slot, row) === '') ? '' : fill(template, row)
}

const columnsOf = ({ place, book }: Mapping): string[] =>
  [...JSON.stringify([place, book ?? null]).matchAll(slots)].map(([, name]) => name!)

/** Throws a fault where a column that the mapping reads has what a spreadsheet writes when it cannot compute a cell. */
export const requireComputed = (mapping: Mapping, { fields }: TableRow): void => {
  const failed = columnsOf(mapping).find(name =>
    /^#(ref!|value!|div\/0!|name\?|num!|null!)$/i.test(fields.get(name) ?? ''),
  )
  if (failed) throw new RowFault(failed, `“${fields.get(failed)}” is an error of the spreadsheet`)
}

/** Throws where the mapping names a column that no row has. */
export const requireColumns = (mapping: Mapping, rows: TableRow[]): void => {
  if (rows.length === 0) return
  const known = new Set<string>()
  for (const { fields } of rows) for (const column of fields.keys()) known.add(column)
  const { ratesText: _, ...place } = mapping.place
  const used = [...JSON.stringify([place, mapping.book ?? null]).matchAll(slots)].map(([, name]) => name!)
  const skipped = mapping.skip?.map(({ field }) => field) ?? []
  const missing = [...used, ...skipped].find(name => !name.includes('"') && !known.has(name))
  if (missing)
    throw new UnreadableFile(
      `The mapping names the column “${missing}”, which no row has. The columns are: ${[...known].slice(0, 40).join(', ')}.`,
    )
}

const priceOf = (price: RuleOfRow['price'], row: TableRow): Price | undefined => {
  if (!price || 'lines' in price) return price
  const { perHour, every, maxPerPeriod } = price
  const anHour = centsOf(measure(perHour, row), fieldOf(perHour))
  const stepSeconds = secondsOf(measure(every, row), fieldOf(every))
  const cents = (anHour * stepSeconds) / 3600
  if (!Number.isInteger(cents))
    throw new RowFault(fieldOf(every), `${anHour} cents an hour are ${cents.toFixed(2)} cents a step: not whole cents`)
  const most = maxPerPeriod === undefined ? '' : measure(maxPerPeriod, row)
  return {
    lines: [{ type: 'step', fromSeconds: 0, toSeconds: null, stepSeconds, cents }],
    count: 'period',
    ...(most !== '' && { maxCents: centsOf(most, fieldOf(maxPerPeriod!)) }),
  }
}

const limitsOf = (limits: RuleOfRow['limits'], row: TableRow): Rule['limits'] => {
  if (!limits || !('maxStay' in limits)) return limits
  const text = measure(limits.maxStay, row)
  if (text === '') return undefined
  return {
    maxStaySeconds: secondsOf(text, fieldOf(limits.maxStay)),
    maxStayCounts: limits.counts,
    noReturnScope: 'zone',
  }
}

const whenOf = (when: RuleOfRow['when'], row: TableRow): Rule['when'] => {
  if (!when || Array.isArray(when)) return when ?? []
  const windows = windowsOf(fill(when.hours, row), fieldOf(when.hours), when.weekdays)
  return windows.map(window => ({ ...window, ...(when.notOnDays && { notOnDays: when.notOnDays }) }))
}

/** The rule book of one row. Throws a fault at the column that is not understood. */
export const bookOfRow = (book: NonNullable<Mapping['book']>, row: TableRow): RuleBook => ({
  rules: book.rules.map(({ activity = 'park', who = {}, spaceKinds, when, price, limits, ...rule }) => {
    const pricedAt = priceOf(price, row)
    const limitedTo = limitsOf(limits, row)
    return {
      ...rule,
      who,
      activity,
      when: whenOf(when, row),
      ...(spaceKinds && { spaceKinds: spaceKinds as NonNullable<Rule['spaceKinds']> }),
      ...(pricedAt && { price: pricedAt }),
      ...(limitedTo && { limits: limitedTo }),
    }
  }),
  caps: book.caps ?? [],
  otherwise: book.otherwise,
})
