// The rules of an APDS v4 place: restrictions, then the rates of the rights that are sold there, by their priority. Pure.
import { type Cap, type Rule, type RuleBook, type SpaceKind, spaceKinds } from '@parkit/contract/city/calendar-schemas'
import * as z from 'zod/mini'
import { Eligibility, RateTable, rateOf, whoOf } from './apds-rates.ts'
import { englishOf, instantOf, Multilingual, OverallPeriod, periodWindows, whenOfPeriod } from './apds-times.ts'
import { isSame } from './compare.ts'
import { meaningOf, RowFault } from './shape.ts'

const Reference = z.looseObject({ id: z.string(), version: z.optional(z.number()) })
export const Restriction = z.looseObject({
  operatingRestriction: z.string(),
  operatingRestrictionContext: z.optional(Multilingual),
  times: z.optional(OverallPeriod),
})
export type Restriction = z.infer<typeof Restriction>

export const Right = z.looseObject({
  id: z.string(),
  type: z.optional(z.string()),
  hierarchyElements: z.optional(z.array(Reference)),
  expiry: z.optional(z.undefined('ends on a day')),
  validity: z.optional(
    z.looseObject({
      validityStatus: z.optional(z.enum(['active', 'definedByValidityTimeSpec'], 'must be active')),
      validityTimeSpecification: z.optional(
        z.strictObject({ overallStartTime: z.optional(z.string()) }, 'holds at some times alone'),
      ),
    }),
  ),
  rateEligibility: z.optional(
    z.array(
      // strict: a discount that is passed over is a wrong price
      z.strictObject({
        id: z.optional(z.unknown()),
        version: z.optional(z.unknown()),
        priority: z.optional(z.number()),
        combinable: z.optional(z.boolean()),
        eligibility: z.optional(Eligibility),
        rateTable: Reference,
      }),
    ),
  ),
})
export type Right = z.infer<typeof Right>

const activities: Record<string, Rule['activity']> = {
  oneTimeUseParking: 'park',
  loadingUnloading: 'load',
  setdownPickup: 'stop',
  waiting: 'stop',
}
const bans: Record<string, string> = {
  noParking: 'No parking',
  noWaiting: 'No waiting',
  streetCleaning: 'Street cleaning',
  snow: 'Snow clearing',
  busStop: 'Bus stop',
}

/** What a fault is of, for the warning of its place: a rate table, a right, or the place itself. */
export class SourceFault extends Error {
  readonly of: string
  readonly fault: RowFault
  constructor(of: string, fault: RowFault) {
    super(fault.message)
    this.of = of
    this.fault = fault
  }
}
const faultsOf = <T>(of: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw error instanceof RowFault ? new SourceFault(of, error) : error
  }
}
export const parsedAs = <T extends z.core.$ZodType>(schema: T, given: unknown): z.core.output<T> => {
  const read = z.safeParse(schema, given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new RowFault(issue!.path.join('.') || 'row', issue!.message)
}

/** The element itself, or its spaces of some kinds. */
export type Group = { ref: string; kinds: SpaceKind[] | null; rights: unknown[]; restrictions: Restriction[] }
export type Known = { tables: ReadonlyMap<string, unknown>; timeZone: string; otherwise: RuleBook['otherwise'] }

const textOf = (names: Multilingual, usual: string): Rule['name'] => {
  const of = (language: string) => names.find(one => one.language === language)?.string.slice(0, 120)
  const [es, hi] = [of('es'), of('hi')]
  return { en: (englishOf(names) || usual).slice(0, 120), ...(es && { es }), ...(hi && { hi }) }
}

type Priced = { table: RateTable; who: Rule['who']; activity: Rule['activity']; priority: number }

/** The most important first. */
const pricedOf = (right: Right, { tables }: Known): Priced[] => {
  const activity = meaningOf(activities, right.type ?? 'oneTimeUseParking')
  if (!activity) throw new RowFault('type', `“${right.type}”: whom it is sold to is not said`)
  const rates = right.rateEligibility ?? []
  if (rates.length > 1 && rates.some(({ combinable }) => combinable))
    throw new RowFault('rateEligibility.combinable', 'rates add up to the lowest price, which no rule says')
  return rates.map(({ rateTable, eligibility, priority = 1 }) => {
    const given = tables.get(`${rateTable.id} ${rateTable.version}`) ?? tables.get(rateTable.id)
    if (!given) throw new RowFault('rateEligibility.rateTable', `no rate table ${rateTable.id} is in the files`)
    const table = faultsOf(rateTable.id, () => parsedAs(RateTable, given))
    return { table, activity, priority, who: whoOf(eligibility) }
  })
}

const timesOf = ({ validity }: RateTable): OverallPeriod =>
  validity?.validityStatus === 'active' ? {} : (validity?.validityTimeSpecification ?? {})

/** Restrictions and rates of one group, without their priorities. */
const readGroup = (group: Group, known: Known) => {
  const rights = group.rights.map(given =>
    faultsOf((given as { id: string }).id, () => {
      const right = parsedAs(Right, given)
      return { right, priced: pricedOf(right, known) }
    }),
  )
  const priced = rights.flatMap(one => one.priced).toSorted((a, b) => a.priority - b.priority)
  const twice = priced.find(({ priority }, i) => priced[i - 1]?.priority === priority)
  if (twice)
    throw new SourceFault(
      group.ref,
      new RowFault('rightSpecifications', `two rates have priority ${twice.priority}: which holds is not said`),
    )
  return { group, priced, restrictions: group.restrictions }
}

/**
 * The book of a place, and when its rules begin. Throws `SourceFault` at what ParkIt has no rule for: part of the rules would charge a wrong
 * price.
 */
export const bookOfPlace = (groups: Group[], known: Known): { book: RuleBook; since: string | null } => {
  const { timeZone } = known
  const read = groups.map(group => readGroup(group, known))
  const bounds = read.flatMap(({ priced, restrictions }) => [
    ...priced.map(({ table }) => timesOf(table)),
    ...restrictions.flatMap(({ times }) => times ?? []),
  ])
  const lasting = bounds.filter(({ overallEndTime }) => overallEndTime === undefined)
  const starts = (lasting.length > 0 ? lasting : bounds).flatMap(({ overallStartTime }) => overallStartTime ?? [])
  const instants = faultsOf(groups[0]!.ref, () =>
    starts.map(text => ({ text, at: instantOf(text, 'overallStartTime') })),
  )
  const since = instants.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))[0]?.text
  const named = new Set(groups.flatMap(({ kinds }) => kinds ?? []))
  const caps: Cap[] = []
  const rules: Rule[] = []
  let { otherwise } = known

  for (const { group, restrictions } of read)
    for (const { operatingRestriction: kind, operatingRestrictionContext: context, times = {} } of restrictions)
      faultsOf(group.ref, () => {
        const name = meaningOf(bans, kind)
        if (!name) throw new RowFault('operatingRestrictions', `“${kind}” is no rule ParkIt knows`)
        const open = read
          .find(one => one.group === group)!
          .priced.flatMap(({ table }) => timesOf(table).validPeriods ?? [])
        const isClosed = !times.validPeriods && isSame(times.exceptionPeriods ?? null, open)
        if (isClosed && periodWindows(open, timeZone).length > 0) otherwise = 'closed'
        else
          add(
            { name: textOf(context ?? [], name), activity: 'none', when: whenOfPeriod(times, since ?? '', timeZone) },
            group,
          )
      })
  for (const { group, priced } of read)
    for (const { table, who, activity } of priced)
      faultsOf(table.id, () => {
        if (table.availability !== 'public' && !who.holds)
          throw new RowFault('availability', `is ${table.availability}: for whom is not said`)
        const { price, limits, cap } = rateOf(table)
        const when = whenOfPeriod(timesOf(table), since ?? '', timeZone)
        const id = add(
          { name: textOf(table.rateTableName, 'Parking'), activity, when, who, price, ...(limits && { limits }) },
          group,
        )
        if (cap) caps.push({ ...cap, ruleIds: [id] })
      })

  function add(rule: Pick<Rule, 'name' | 'activity' | 'when'> & Partial<Rule>, { kinds }: Group): string {
    const id = `${rule.activity === 'none' ? 'ban' : 'rate'}-${rules.length + 1}`
    const own = kinds ?? (named.size > 0 ? spaceKinds.filter(kind => !named.has(kind)) : null)
    rules.push({ id, priority: rules.length + 1, who: {}, ...(own && { spaceKinds: own }), ...rule })
    return id
  }

  // what is free for everyone when nothing else holds
  const last = rules.at(-1)
  const isFree = last?.price?.lines.every(({ cents }) => cents === 0) && !last.limits
  if (
    last &&
    isFree &&
    last.activity === 'park' &&
    last.when.length === 0 &&
    Object.keys(last.who).length === 0 &&
    !last.spaceKinds
  ) {
    rules.pop()
    otherwise = 'free'
  }
  return { book: { rules, caps, otherwise }, since: since ?? null }
}
