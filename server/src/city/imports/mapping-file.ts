// The mapping file of a table: which columns make a place and its rules; docs/imports.md explains it.
import { Cap, Limits, Price, RuleBook, Text, When } from '@parkit/contract/city/calendar-schemas'
import * as z from 'zod/mini'
import { readMappingText } from './mapping-text.ts'
import { RatesText } from './shape.ts'

/** Text in which `{Column}` stands for a row's value. */
const Template = z.union([z.string(), z.number(), z.boolean()])
export type Template = z.infer<typeof Template>
const Weekdays = z.array(z.int().check(z.minimum(1), z.maximum(7)))

const RuleOfRow = z.strictObject({
  id: z.string(),
  priority: z.int(),
  name: Text,
  activity: z.optional(z.enum(['park', 'load', 'stop', 'none'])),
  reason: z.optional(Text),
  tow: z.optional(z.literal(true)),
  who: z.optional(z.record(z.string(), z.array(z.string()))),
  spaceKinds: z.optional(z.array(z.string())),
  /** windows as a rule book has them, or the column in which a row says its hours */
  when: z.optional(
    z.union([
      z.array(When),
      z.strictObject({ hours: Template, weekdays: Weekdays, notOnDays: z.optional(z.array(z.string())) }),
    ]),
  ),
  /** lines as a rule book has them, or an amount an hour bought in steps of a length */
  price: z.optional(
    z.union([Price, z.strictObject({ perHour: Template, every: Template, maxPerPeriod: z.optional(Template) })]),
  ),
  /** as a rule book has them, or a length; one that is empty is none */
  limits: z.optional(
    z.union([Limits, z.strictObject({ maxStay: Template, counts: z.enum(['paid', 'rule', 'stay']) })]),
  ),
})
export type RuleOfRow = z.infer<typeof RuleOfRow>

export const Mapping = z.strictObject({
  format: z.enum(['csv', 'geojson']),
  encoding: z.optional(z.string()),
  delimiter: z.optional(z.string()),
  attribution: z.optional(z.string()),
  /** other tables beside the file, whose rows lend columns; of several rows the values are listed */
  join: z.optional(
    z.array(z.strictObject({ file: z.string(), field: z.string(), to: z.string(), take: z.array(z.string()) })),
  ),
  /** what a column's spellings mean, before anything else reads them */
  values: z.optional(z.record(z.string(), z.record(z.string(), Template))),
  /** rows that are refused with this reason */
  skip: z.optional(
    z.array(z.strictObject({ field: z.string(), values: z.array(z.nullable(Template)), reason: z.string() })),
  ),
  place: z.strictObject({
    /** rows of one number are one place, whose spaces add up */
    ref: Template,
    name: Template,
    kind: Template,
    side: z.optional(Template),
    address: Template,
    neighborhood: z.optional(Template),
    /** left out: from the row's geometry */
    latitude: z.optional(Template),
    longitude: z.optional(Template),
    /** kind of space → how many */
    spaces: z.record(z.string(), Template),
    clearanceMeters: z.optional(Template),
    features: z.optional(z.array(z.string())),
    evChargers: z.optional(Template),
    refundsUnused: z.optional(z.boolean()),
    ratesText: z.optional(RatesText),
  }),
  /** left out: shown, and not payable */
  book: z.optional(
    z.strictObject({
      /** left out: named by its content */
      id: z.optional(Template),
      name: Template,
      /** local date from which it holds; left out or empty: from its publication on */
      from: z.optional(Template),
      rules: z.array(RuleOfRow).check(z.minLength(1)),
      caps: z.optional(z.array(Cap)),
      otherwise: RuleBook.shape.otherwise,
    }),
  ),
  /** makes places of their own of rows of one number that have different rules, instead of refusing them */
  split: z.optional(z.boolean()),
  lists: z.optional(
    z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        knownUntil: z.string(),
        days: z.array(z.strictObject({ day: z.string(), name: z.string() })),
      }),
    ),
  ),
})
export type Mapping = z.infer<typeof Mapping>

/** Counts are read while drivers are served, so what a row makes of it stays small. */
const ShortTemplate = z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean()])
/** Of a table of live counts: which columns say what is free or taken, and when that was counted. */
export const CountsMapping = z.strictObject({
  format: z.enum(['csv', 'geojson']),
  encoding: z.optional(z.string()),
  delimiter: z.optional(z.string()),
  ref: ShortTemplate,
  /** one of both */
  free: z.optional(ShortTemplate),
  taken: z.optional(ShortTemplate),
  /** an instant, or the city's local time */
  at: ShortTemplate,
})
export type CountsMapping = z.infer<typeof CountsMapping>

/** Throws `UnreadableFile`. */
export const readMapping = (text: string): Mapping => readMappingText(Mapping, text)
/** Throws `UnreadableFile`. */
export const readCountsMapping = (text: string): CountsMapping => readMappingText(CountsMapping, text)
