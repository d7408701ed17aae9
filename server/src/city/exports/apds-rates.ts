// A place's rules as rate tables, rights, and restrictions of APDS v4. Pure.
import type { Cap, Override, Price, PriceLine, Rule, RuleBook, SpaceKind } from '@parkit/contract/city/calendar-schemas'
import { type OverallPeriod, periodsOf, said } from './apds-times.ts'
import type { Book } from './books.ts'

const energies: Record<string, string> = { electric: 'battery', combustion: 'petrol' }
const vehicles: Record<string, string> = { truck: 'lorry', scooter: 'motorScooter' }
const rightTypes = { park: 'oneTimeUseParking', load: 'loadingUnloading', stop: 'waiting' } as const

type Json = { [field: string]: unknown }
type Reference = { id: string; version: number }
type Right = Reference & { type: string; rateEligibility: Json[] }
/** Of one group of spaces; `restrictions` are its bans. */
export type ApdsBook = { tables: (Reference & Json)[]; rights: Right[]; restrictions: Json[] }

/** `PT7M30S`. */
const isoDuration = (seconds: number) => Temporal.Duration.from({ seconds }).round({ largestUnit: 'hour' }).toString()
/** `hh:mm`, from a day on `dd:hh:mm`; never seconds. */
const lineTime = (seconds: number): string => {
  const parts = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60]
  return (parts[0] ? parts : parts.slice(1)).map(part => String(part).padStart(2, '0')).join(':')
}

/** A tier of APDS is added to those before it, where ParkIt has a running total. */
const rateLines = (lines: PriceLine[], id: string, version: number): Json[] => {
  let total = 0
  return lines.map(({ type, fromSeconds, toSeconds, stepSeconds = 1, cents }, i) => {
    const added = type === 'total' ? cents - total : cents
    if (type === 'total') total = cents
    const period = type === 'step' ? stepSeconds : toSeconds === null ? null : toSeconds - fromSeconds
    return {
      id: `${id}-${i + 1}`,
      version,
      sequence: i + 1,
      rateLineType: { flat: 'flatRate', step: 'incrementingRate', total: 'flatRateTier' }[type],
      durationStart: lineTime(fromSeconds),
      ...(toSeconds !== null && { durationEnd: lineTime(toSeconds) }),
      ...(period !== null && { incrementPeriod: isoDuration(period) }),
      value: added / 100,
      usageCondition: type === 'step' ? 'unlimited' : 'once',
    }
  })
}

const qualification = ({ vehicleKinds, energy, holds }: Rule['who']): Json => ({
  ...(vehicleKinds && { vehicleTypes: vehicleKinds.map(kind => vehicles[kind] ?? kind) }),
  ...(energy && { propulsionEnergyType: energy.map(kind => energies[kind] ?? 'other') }),
  ...(holds && { userQualifications: holds.map(held => ({ userGroup: { entryDefinedValue: held } })) }),
})

const covers = ({ ruleIds }: Cap, { id }: Rule) => ruleIds === 'all' || ruleIds.includes(id)
const wholeMinutes = ({ fromSeconds, toSeconds }: PriceLine) => fromSeconds % 60 === 0 && (toSeconds ?? 0) % 60 === 0

/** The most that is paid is of one rate there, and begins anew at one time of day. */
const isPriceSayable = (rule: Rule, price: Price, { rules, caps }: RuleBook): boolean => {
  const mine = caps.filter(cap => covers(cap, rule))
  const isPaid = (one: Rule) => one.price?.lines.some(({ cents }) => cents > 0) ?? false
  const isOfOne = (cap: Cap) => rules.filter(one => isPaid(one) && covers(cap, one)).length <= 1
  return (
    !price.waivedUpToSeconds &&
    price.lines.every(wholeMinutes) &&
    (price.count === 'period' || rules.length === 1) &&
    price.maxCents === undefined &&
    mine.every(cap => cap.resetAt !== undefined && isOfOne(cap))
  )
}

/** What APDS has no words for: who is excepted, days of a month, and prices such as a stay that is free up to a length. */
const isSayable = (rule: Rule, book: RuleBook): boolean =>
  !rule.who.not && (!rule.price || isPriceSayable(rule, rule.price, book)) && periodsOf(rule.when, 'UTC') !== null

/** A restriction holds for all and whatever else may: none comes after a rule that allows, or is for some alone. */
const bansComeFirst = (rules: Rule[]): boolean => {
  const first = rules.findIndex(({ activity }) => activity !== 'none')
  return rules.every(
    ({ activity, who }, i) => activity !== 'none' || ((first < 0 || i < first) && Object.keys(who).length === 0),
  )
}

type Dated = { rule: Rule; override?: Override }

/** Null where a rule that holds for this kind of space can't be said: part of a price would be a wrong price. */
export const apdsBookOf = (book: Book, kind: SpaceKind, currency: string, suffix = ''): ApdsBook | null => {
  const { caps, otherwise } = book.book
  const version = book.version
  const isFor = ({ rule: { spaceKinds } }: Dated) => !spaceKinds || spaceKinds.includes(kind)
  const dated: Dated[] = [
    ...book.overrides.map(override => ({ rule: override.rule, override })),
    ...book.book.rules.toSorted((a, b) => a.priority - b.priority).map(rule => ({ rule })),
  ].filter(isFor)
  const own = dated.filter(({ override }) => !override).map(({ rule }) => rule)
  if (!dated.every(({ rule }) => isSayable(rule, book.book)) || !bansComeFirst(own)) return null

  const validity = ({ rule, override }: Dated): OverallPeriod => ({
    overallStartTime: (override?.startsAt ?? book.inForceFrom).toString(),
    ...(override && { overallEndTime: override.endsAt.toString() }),
    ...periodsOf(rule.when, book.timeZone),
  })
  const tableOf = (one: Dated): Reference & Json => {
    const { rule, override } = one
    const id = `${book.bookId}${suffix}-${override?.id ?? rule.id}`
    const { minStaySeconds, maxStaySeconds } = rule.limits ?? {}
    const mine = caps.filter(cap => covers(cap, rule))
    const most = Math.min(...mine.map(({ cents }) => cents))
    const amount = (cents: number) => ({ currencyType: currency, currencyValue: cents / 100 })
    return {
      id,
      version,
      rateTableName: Object.entries(rule.name).map(([language, string]) => ({ language, string })),
      availability: rule.who.holds ? 'restricted' : 'public',
      rateType: override ? 'event' : 'hourly',
      validity: { validityStatus: 'definedByValidityTimeSpec', validityTimeSpecification: validity(one) },
      rateLineCollections: [
        {
          id: `${id}-lines`,
          version,
          collectionSequence: 1,
          applicableCurrency: currency,
          ...(minStaySeconds && { minTime: isoDuration(minStaySeconds) }),
          ...(maxStaySeconds && { maxTime: isoDuration(maxStaySeconds) }),
          resetTime: (mine.find(({ resetAt }) => resetAt)?.resetAt ?? '00:00').replace('24:00', '00:00'),
          ...(most < Infinity && { maxValueCollection: amount(most) }),
          validStart: (override?.startsAt ?? book.inForceFrom).toString(),
          relativeTimes: true,
          taxIncluded: true,
          rateLines: rateLines(rule.price!.lines, id, version),
        },
      ],
    }
  }

  const free: Rule = {
    id: 'otherwise',
    priority: 9999,
    name: { en: 'Free' },
    when: [],
    who: {},
    activity: 'park',
    price: { lines: [{ type: 'flat', fromSeconds: 0, toSeconds: null, cents: 0 }], count: 'period' },
  }
  const priced = [
    ...dated.filter(({ rule }) => rule.activity !== 'none' && rule.price),
    ...(otherwise === 'free' ? [{ rule: free }] : []),
  ]
  const tables = priced.map(tableOf)
  const rights = Object.entries(rightTypes).flatMap(([activity, type]): Right[] => {
    const eligible = priced.flatMap(({ rule }, i) => {
      if (rule.activity !== activity) return []
      const { id } = tables[i]!
      const who = qualification(rule.who)
      return {
        id: `${id}-for`,
        version,
        priority: i + 1,
        combinable: false,
        ...(Object.keys(who).length > 0 && { eligibility: { id: `${id}-who`, version, qualifications: [who] } }),
        rateTable: { id, version },
      }
    })
    return eligible.length > 0
      ? [{ id: `${book.bookId}${suffix}-${activity}`, version, type, rateEligibility: eligible }]
      : []
  })
  const bans = dated.filter(({ rule }) => rule.activity === 'none')
  const restrictions = bans.map(one => ({
    operatingRestriction: 'noParking',
    operatingRestrictionContext: said(one.rule.name.en),
    times: validity(one),
  }))
  const open = priced.map(({ rule }) => periodsOf(rule.when, book.timeZone)?.validPeriods)
  // closed whenever none of the rules allows it; where one always does, never
  if (otherwise === 'closed' && open.every(periods => periods))
    restrictions.push({
      operatingRestriction: 'noParking',
      operatingRestrictionContext: said('Closed'),
      times: { overallStartTime: book.inForceFrom.toString(), exceptionPeriods: open.flatMap(periods => periods!) },
    })
  return { tables, rights, restrictions }
}
