// Rate tables of APDS v4 as prices, limits, and caps of a rule, and in words for places that are not paid with ParkIt. Pure.
import type { Cap, Limits, Price, PriceLine, Rule } from '@parkit/contract/city/calendar-schemas'
import * as z from 'zod/mini'
import { englishOf, Multilingual, OverallPeriod } from './apds-times.ts'
import { meaningOf, RowFault } from './shape.ts'
import { secondsOf } from './values.ts'

const text = z.optional(z.string())
const identity = { id: z.optional(z.unknown()), version: z.optional(z.unknown()) }
/** Strict: an amount or a condition that is not understood must not be passed over. */
const Line = z.strictObject({
  ...identity,
  sequence: z.number(),
  rateLineType: z.enum(['flatRate', 'incrementingRate', 'flatRateTier']),
  description: z.optional(Multilingual),
  durationStart: text,
  durationEnd: text,
  incrementPeriod: text,
  value: z.number().check(z.minimum(0)),
  usageCondition: z.optional(z.enum(['once', 'unlimited'])),
})
type Line = z.infer<typeof Line>
const Collection = z.strictObject({
  ...identity,
  collectionSequence: z.number(),
  applicableCurrency: z.string(),
  minTime: text,
  maxTime: text,
  resetTime: text,
  maxValueCollection: z.optional(z.strictObject({ currencyType: z.string(), currencyValue: z.number() })),
  validStart: text,
  relativeTimes: z.optional(z.literal(true)),
  taxIncluded: z.optional(z.literal(true)),
  taxRate: z.optional(z.unknown()),
  taxValue: z.optional(z.unknown()),
  rateLines: z.array(Line).check(z.minLength(1)),
})
export const RateTable = z.looseObject({
  id: z.string(),
  version: z.number(),
  rateTableName: Multilingual,
  availability: z.enum(['public', 'restricted', 'private']),
  validity: z.optional(
    z.strictObject({
      validityStatus: z.optional(z.enum(['active', 'definedByValidityTimeSpec'])),
      validityTimeSpecification: z.optional(OverallPeriod),
    }),
  ),
  rateLineCollections: z.tuple([Collection], 'has several: which of them holds is not said'),
})
export type RateTable = z.infer<typeof RateTable>

const field = (name: string) => `rateLineCollections.0.${name}`

/** `hh:mm` or `dd:hh:mm`. */
const lineSeconds = (time: string, name: string): number => {
  if (!/^(\d+:)?\d+:\d\d$/.test(time)) throw new RowFault(field(name), `“${time}” is not hh:mm or dd:hh:mm`)
  const [minutes = 0, hours = 0, days = 0] = time.split(':').map(Number).reverse()
  return (days * 24 + hours) * 3600 + minutes * 60
}

const centsOf = (value: number, name: string): number => {
  const cents = Math.round(value * 100)
  if (Math.abs(value * 100 - cents) > 1e-6) throw new RowFault(field(name), `${value} is not whole cents`)
  return cents
}

/** Tiers are added up there, where ParkIt has running totals. The last line goes on to the longest stay. */
const linesOf = ({ rateLines, maxTime }: z.infer<typeof Collection>): PriceLine[] => {
  const sorted = rateLines.toSorted((a, b) => a.sequence - b.sequence)
  let reached = 0
  let total = 0
  return sorted.map((line, i): PriceLine => {
    const name = (of: keyof Line) => `rateLines.${i}.${of}`
    const fromSeconds =
      line.durationStart === undefined ? reached : lineSeconds(line.durationStart, name('durationStart'))
    const end = line.durationEnd === undefined ? null : lineSeconds(line.durationEnd, name('durationEnd'))
    const isLast = i === sorted.length - 1
    if (!isLast && end === null)
      throw new RowFault(field(name('durationEnd')), 'is missing: another line comes after it')
    if (isLast && end !== null && !(maxTime && secondsOf(maxTime, field('maxTime')) <= end))
      throw new RowFault(field(name('durationEnd')), 'ends before the longest stay: what more time costs is not said')
    reached = end ?? Infinity
    const cents = centsOf(line.value, name('value'))
    const period =
      line.incrementPeriod === undefined ? null : secondsOf(line.incrementPeriod, field(name('incrementPeriod')))
    const span = { fromSeconds, toSeconds: isLast ? null : end }
    if (line.rateLineType === 'incrementingRate') {
      if (!period) throw new RowFault(field(name('incrementPeriod')), 'is missing')
      if (line.usageCondition === 'once' && period !== (end ?? 0) - fromSeconds)
        throw new RowFault(field(name('usageCondition')), 'is once, and its period comes more than once')
      return { type: 'step', ...span, stepSeconds: period, cents }
    }
    if (period !== null && end !== null && period !== end - fromSeconds)
      throw new RowFault(field(name('incrementPeriod')), 'is not the length of its line')
    total += cents
    return line.rateLineType === 'flatRate'
      ? { type: 'flat', ...span, cents }
      : { type: 'total', ...span, cents: total }
  })
}

export type ReadRate = { price: Price; limits?: Limits; cap?: Omit<Cap, 'ruleIds'> }

/** Throws a fault at what ParkIt has no price for. */
export const rateOf = ({ rateLineCollections: [collection] }: RateTable): ReadRate => {
  const { minTime, maxTime, resetTime, maxValueCollection: most, applicableCurrency } = collection
  if (most && most.currencyType !== applicableCurrency)
    throw new RowFault(
      field('maxValueCollection'),
      `is in ${most.currencyType}, and its lines in ${applicableCurrency}`,
    )
  if (most && !resetTime) throw new RowFault(field('resetTime'), 'is missing: when the most that is paid begins anew')
  const lines = linesOf(collection)
  return {
    price: { lines, count: 'period' },
    ...((minTime || maxTime) && {
      limits: {
        ...(minTime && { minStaySeconds: secondsOf(minTime, field('minTime')) }),
        ...(maxTime && { maxStaySeconds: secondsOf(maxTime, field('maxTime')) }),
        maxStayCounts: 'rule',
        noReturnScope: 'zone',
      },
    }),
    ...(most && {
      cap: { cents: centsOf(most.currencyValue, 'maxValueCollection'), resetAt: resetTime!.padStart(5, '0') },
    }),
  }
}

/** Who may be priced by it. Several criteria of one kind are alternatives, as several vehicles; more than one list of them is not said. */
const Qualification = z.strictObject({
  vehicleTypes: z.optional(z.array(z.string())),
  propulsionEnergyType: z.optional(z.array(z.string())),
  userQualifications: z.optional(
    z.array(z.looseObject({ userGroup: z.looseObject({ entryDefinedValue: z.string() }) })),
  ),
})
export const Eligibility = z.strictObject({
  ...identity,
  description: z.optional(z.unknown()),
  eligibilityName: z.optional(z.unknown()),
  qualifications: z.optional(z.union([z.tuple([]), z.tuple([Qualification])], 'has several: all or any is not said')),
})

const energies: Record<string, string> = { battery: 'electric', petrol: 'combustion' }
const vehicles: Record<string, string> = { lorry: 'truck', motorScooter: 'scooter' }

export const whoOf = (eligibility: z.infer<typeof Eligibility> | undefined): Rule['who'] => {
  const [{ vehicleTypes = [], propulsionEnergyType = [], userQualifications = [] } = {}] =
    eligibility?.qualifications ?? []
  const unknown = propulsionEnergyType.find(energy => energy !== 'all' && !meaningOf(energies, energy))
  if (unknown) throw new RowFault('qualifications.propulsionEnergyType', `“${unknown}” is none ParkIt tells apart`)
  const isAnyEnergy = propulsionEnergyType.length === 0 || propulsionEnergyType.includes('all')
  const isAnyVehicle = vehicleTypes.length === 0 || vehicleTypes.includes('anyVehicle')
  return {
    ...(!isAnyVehicle && { vehicleKinds: vehicleTypes.map(kind => meaningOf(vehicles, kind) ?? kind) }),
    ...(!isAnyEnergy && { energy: propulsionEnergyType.map(energy => energies[energy]!) }),
    ...(userQualifications.length > 0 && {
      holds: userQualifications.map(({ userGroup }) => userGroup.entryDefinedValue),
    }),
  }
}

const WordsTable = z.looseObject({
  rateTableName: Multilingual,
  rateLineCollections: z.array(
    z.looseObject({
      applicableCurrency: z.string(),
      rateLines: z.array(
        z.looseObject({
          description: z.optional(Multilingual),
          durationStart: text,
          durationEnd: text,
          incrementPeriod: text,
          value: z.number(),
        }),
      ),
    }),
  ),
})

const minutesText = (period: string): string => {
  try {
    const seconds = secondsOf(period, '')
    return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`
  } catch {
    return period
  }
}

/** `Day: £3.00 from 00:00 to 00:30, £1.00 every 60 min from 00:30`; null where not even that is legible. */
export const wordsOfTable = (table: unknown): string | null => {
  const read = WordsTable.safeParse(table)
  if (!read.success) return null
  const lines = read.data.rateLineCollections.flatMap(({ applicableCurrency: currency, rateLines }) =>
    rateLines.map(({ description, value, incrementPeriod, durationStart, durationEnd }) => {
      const money = /^[A-Z]{3}$/.test(currency)
        ? value.toLocaleString('en-US', { style: 'currency', currency, maximumFractionDigits: 4 })
        : `${value} ${currency}`
      const span = [
        ...(durationStart && /[1-9]/.test(durationStart) ? [`from ${durationStart}`] : []),
        ...(durationEnd ? [`up to ${durationEnd}`] : []),
      ]
      return (
        englishOf(description) ||
        [money, ...(incrementPeriod ? [`every ${minutesText(incrementPeriod)}`] : []), ...span].join(' ')
      )
    }),
  )
  return `${englishOf(read.data.rateTableName)}: ${lines.join(', ')}`
}
