// The rules of a stay, written again for the model from the rules page: prices, limits, hours, days. Pure; nothing of the server's.

export const minuteMs = 60_000
export const feeCents = 35
export const freeCancel = { withinMs: 60_000, perAccount: 3, perPlateInZone: 1 }
/** what a closure that has begun leaves */
export const graceMinutes = 10
export const walletMostCents = 200_000
/** how long a card stays authorized */
export const authorizationMs = 7 * 24 * 60 * minuteMs
/** the least that a card can be authorized for */
export const leastHoldCents = 50

const leastStay = 15
const longestStay = 7 * 24 * 60
const longestCardStay = 6 * 24 * 60
const timeZone = 'America/Chicago'

type Place = {
  number: string
  centsFor: (minutes: number) => number
  mostMinutes?: number
  noReturnMinutes?: number
  /** whole hours of each day */
  open?: [from: number, to: number]
  /** nothing of an early stop is refunded */
  keepsUnused?: true
}

const byQuarter = (minutes: number) => 50 * Math.ceil(minutes / 15)
const byTier = (minutes: number) => (minutes === 0 ? 0 : minutes <= 60 ? 1_200 : minutes <= 120 ? 1_800 : 2_400)

export const places = {
  street: { number: '5101', centsFor: byQuarter, mostMinutes: 240 },
  garage: { number: '5102', centsFor: byTier, keepsUnused: true },
  noReturn: { number: '5103', centsFor: byQuarter, noReturnMinutes: 60 },
  closesAtOne: { number: '5105', centsFor: byQuarter, open: [6, 13] },
  free: { number: '5106', centsFor: () => 0 },
} satisfies Record<string, Place>
export type Zone = keyof typeof places
export const placeOf = (zone: Zone): Place => places[zone]

const localAt = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
export const startOfDay = (at: number): number => localAt(at).startOfDay().epochMilliseconds

/** Whole minutes until the place closes. */
const openMinutes = ({ open }: Place, at: number): number => {
  if (!open) return Infinity
  const [from, to] = open.map(hour => localAt(at).startOfDay().with({ hour }).epochMilliseconds) as [number, number]
  return at < from ? 0 : Math.max(0, Math.floor((to - at) / minuteMs))
}

type Stay = { minutes: number; refusals: Set<string> }

/** What a stay of so many minutes from this start becomes, or every reason to refuse it. */
export const stayAt = (zone: Zone, start: number, minutes: number, byCard: boolean, before = 0): Stay => {
  const place = placeOf(zone)
  const open = openMinutes(place, start)
  const most = Math.min(place.mostMinutes ?? longestStay, longestStay) - before
  const stayed = Math.min(minutes, open)
  const refusals = new Set<string>()
  if (open < 1) refusals.add('zone_closed')
  if (minutes > most || (byCard && before + stayed > longestCardStay)) refusals.add('over_max_stay')
  if (minutes < Math.min(before > 0 ? 1 : leastStay, open)) refusals.add('under_min_stay')
  return { minutes: stayed, refusals }
}

/** The same for a running session and so many minutes more, of which `before` were in another zone. */
export const longerStay = (
  zone: Zone,
  from: number,
  { before, paid, more, byCard }: { before: number; paid: number; more: number; byCard: boolean },
): Stay => {
  const stay = stayAt(zone, from, paid + more, byCard, before)
  if (stay.minutes <= paid) stay.refusals.add('over_max_stay')
  return stay
}

/** Minutes of a stay of so many that have begun. */
export const usedMinutes = (start: number, paid: number, at: number): number =>
  Math.min(paid, Math.max(1, Math.ceil((at - start) / minuteMs)))

/** What the time that is left costs in another zone, or every reason to refuse it. `used`: minutes that count before it. */
export const moveTo = (zone: Zone, from: number, left: number, used: number) => {
  const place = placeOf(zone)
  const open = openMinutes(place, from)
  const minutes = Math.min(left, open)
  const refusals = new Set<string>()
  if (open < 1) refusals.add('zone_closed')
  if (used + minutes > (place.mostMinutes ?? longestStay)) refusals.add('over_max_stay')
  return { minutes, refusals, cents: place.centsFor(minutes) }
}
