// Dated policies of CDS Curbs as closures and event rates: what holds for everyone, once, between two instants. Pure.

import { envelopeOf, refOf, Zone } from './cds.ts'
import { activities, lineOf, Policy } from './cds-policies.ts'
import { instantOf, type Span } from './cds-spans.ts'
import { meaningOf, parsed, type ReadClosure, type RefusedRow, RowFault, takeRow } from './shape.ts'

const isDated = ({ start_date, end_date }: Span) => Boolean(start_date && end_date)

/** Fields by which a span holds on some days or hours between its dates alone. */
const repeating = [
  ...(['days_of_week', 'days_of_month', 'weeks_of_month', 'months', 'time_of_day_start', 'time_of_day_end'] as const),
  ...(['designated_period', 'designated_period_except'] as const),
]

/** Null where it bans; else the price of a begun step. Throws a fault at what no closure and no event rate says. */
const priceOf = ({ rules }: Policy, isOurs: boolean): ReadClosure['price'] | null => {
  const meant = rules.filter(({ activity }) => activity !== 'no travel')
  const kinds = new Set(meant.map(({ activity }) => meaningOf(activities, activity)))
  if (kinds.size !== 1 || kinds.has(undefined))
    throw new RowFault(
      'rules.activity',
      'bans and permits at once, or neither: it is a rule of its zones, not a closure',
    )
  const restricted = (['user_classes', 'user_classes_except', 'purposes'] as const).find(field =>
    meant.some(rule => rule[field]?.length),
  )
  if (restricted) throw new RowFault(`rules.${restricted}`, 'a closure or event rate is for everyone')
  if (kinds.has('none')) return null
  const [{ activity, rate, max_stay, no_return }] = meant as [Policy['rules'][number]]
  if (activity !== 'parking') throw new RowFault('rules.activity', `an event rate is for parking, not for ${activity}`)
  if (max_stay || no_return)
    throw new RowFault('rules.max_stay', 'an event rate has no longest stay and no return time')
  if (!isOurs) throw new RowFault('currency', 'its price is in another currency than the city’s')
  const [only, more] = rate ?? []
  if (!only || more || only.start_duration || only.end_duration || only.maximum_fee)
    throw new RowFault('rules.rate', 'an event rate is one price for each begun step, without tiers and caps')
  const line = lineOf(only, true)
  return { cents: line.cents, stepSeconds: line.stepSeconds ?? 60 }
}

/**
 * A row for each span of a policy with a start and an end; policies without both are rules, which the check of places reads. `answers`: zones and
 * policies in one or several. Throws `UnreadableFile`.
 */
export const readCdsClosures = (
  answers: unknown[],
  currency: string,
): { rowsRead: number; closures: ReadClosure[]; refused: RefusedRow[] } => {
  const all = answers.map(envelopeOf)
  const zonesOf = new Map<string, string[]>()
  for (const given of all.flatMap(({ data }) => data.zones ?? [])) {
    const zone = Zone.safeParse(given)
    for (const id of zone.data?.curb_policy_ids ?? []) zonesOf.set(id, [...(zonesOf.get(id) ?? []), refOf(zone.data!)])
  }
  const closures: ReadClosure[] = []
  const refused: RefusedRow[] = []
  let row = 0
  for (const { currency: own, data } of all)
    for (const given of data.policies ?? []) {
      const { curb_policy_id: id = '', time_spans: spans } = (given ?? {}) as {
        curb_policy_id?: string
        time_spans?: unknown
      }
      const dated = Array.isArray(spans) ? (spans as Span[]).filter(span => span && isDated(span)) : []
      for (const [i, span] of dated.entries()) {
        row++
        const key = dated.length > 1 ? `${id}.${i + 1}` : String(id)
        takeRow(refused, row, key, () => {
          const policy = parsed(Policy, given)
          const repeats = repeating.find(field => span[field] !== null && span[field] !== undefined)
          if (repeats)
            throw new RowFault(
              `time_spans.${repeats}`,
              'repeats within its dates: it is a rule of its zones, not a closure',
            )
          const price = priceOf(policy, !own || own.toUpperCase() === currency)
          const zones = zonesOf.get(policy.curb_policy_id) ?? []
          if (zones.length === 0) throw new RowFault('curb_policy_ids', 'no zone of the files has this policy')
          closures.push({
            row,
            id: key,
            zones,
            shape: null,
            from: instantOf(span.start_date!, 'time_spans.start_date'),
            to: instantOf(span.end_date!, 'time_spans.end_date'),
            reason: (policy.name?.trim() || (price ? 'Event rate' : 'No parking')).slice(0, 120),
            tow: false,
            ...(price && { price }),
          })
        })
      }
    }
  return { rowsRead: row, closures, refused }
}
