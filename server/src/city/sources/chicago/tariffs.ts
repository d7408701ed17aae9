// The demo city's tariffs, invented after real ones: by kind of place and distance from the center.
import type { Kind } from '@parkit/contract/city/places'
import type { Rate, RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'

export const everyDay = [1, 2, 3, 4, 5, 6, 7]
export const workdays = [1, 2, 3, 4, 5]
const weekend = [6, 7]

const each = (cents: number, stepMinutes: number, fromMinutes = 0): RateLine => ({
  type: 'incrementingRate',
  fromMinutes,
  toMinutes: null,
  stepMinutes,
  cents,
})
const once = (cents: number, toMinutes: number | null = null): RateLine => ({
  type: 'flatRate',
  fromMinutes: 0,
  toMinutes,
  cents,
})
/** [up to minutes, cents in all] */
const tiers = (...steps: [toMinutes: number | null, cents: number][]): RateLine[] =>
  steps.map(([toMinutes, cents], i) => ({
    type: 'flatRateTier',
    fromMinutes: steps[i - 1]?.[0] ?? 0,
    toMinutes,
    cents,
  }))
const rate = (name: string, days: number[], from: string, to: string, lines: RateLine[]): Rate => ({
  name,
  days,
  from,
  to,
  lines,
})
const always = (name: string, lines: RateLine[]) => rate(name, everyDay, '00:00', '24:00', lines)

const tariff = (id: string, name: string, rates: Rate[], cap?: Tariff['cap']): Tariff => ({
  id,
  version: 1,
  validFrom: '2020-01-01',
  name,
  rates,
  ...(cap && { cap }),
})

const daily = (cents: number) => ({ cents, resetAt: '05:00' })
const aDay = 24 * 60

export const tariffs: Tariff[] = [
  tariff('street-centre', 'Downtown meter', [
    rate('Day', everyDay, '08:00', '21:00', [each(150, 15)]),
    always('Night', [each(75, 15)]),
  ]),
  tariff('street-inner', 'Neighborhood meter', [
    rate('Meter', [1, 2, 3, 4, 5, 6], '08:00', '22:00', [each(60, 15)]),
    always('Free', [once(0)]),
  ]),
  tariff(
    'garage-centre',
    'Downtown garage',
    [
      rate('Evening', everyDay, '17:00', '05:00', [once(1400)]),
      rate('Weekend', weekend, '05:00', '17:00', tiers([120, 1600], [null, 2000])),
      always('Day', tiers([30, 1000], [60, 1600], [120, 2400], [180, 3000], [null, 3800])),
    ],
    { cents: 4600, resetAfterMinutes: aDay },
  ),
  tariff(
    'garage-river-north',
    'River North garage',
    [
      rate('Weekend night', [5, 6], '18:00', '05:00', [once(2200)]),
      rate('Night', [1, 2, 3, 4, 7], '18:00', '05:00', [once(1200)]),
      always('Day', tiers([60, 1200], [120, 1800], [240, 2600], [null, 3200])),
    ],
    { cents: 4200, resetAfterMinutes: aDay },
  ),
  tariff(
    'lot-centre',
    'Downtown lot',
    [rate('Evening', everyDay, '18:00', '06:00', [once(1000)]), always('Day', [each(350, 20)])],
    daily(3200),
  ),
  tariff('garage-inner', 'Garage', [
    always('Day and night', [...tiers([60, 700], [120, 1100], [240, 1500], [aDay, 2200]), each(2200, aDay, aDay)]),
  ]),
  tariff(
    'lot-inner',
    'Lot',
    [rate('Weekend', weekend, '06:00', '24:00', [once(800)]), always('Day', [each(100, 15)])],
    daily(1600),
  ),
  tariff('shop', 'Shoppers’ lot', [always('First hour free', [once(0, 60), each(150, 30, 60)])], daily(2000)),
  tariff(
    'lot-outer',
    'Neighborhood lot',
    [rate('Sunday', [7], '00:00', '24:00', [once(0)]), always('Day', [each(50, 30)])],
    daily(600),
  ),
  tariff('garage-outer', 'Neighborhood garage', [always('Day and night', [each(100, 30)])], daily(1000)),
  tariff(
    'event',
    'Event lot',
    [
      rate('Event evening', everyDay, '17:00', '24:00', [once(2500)]),
      rate('Event day', weekend, '10:00', '17:00', [once(2000)]),
      always('Other times', [each(150, 30)]),
    ],
    daily(4000),
  ),
  tariff('ride', 'Park & ride', [
    rate('Weekend', weekend, '00:00', '24:00', [each(200, aDay)]),
    rate('Workday', workdays, '00:00', '24:00', [each(500, aDay)]),
  ]),
]

/** How far from the centre: it decides what parking costs and when places fill up. */
export type Ring = 'centre' | 'inner' | 'outer'
export const ringOf = (metresFromCentre: number): Ring =>
  metresFromCentre < 1_800 ? 'centre' : metresFromCentre < 6_000 ? 'inner' : 'outer'

type Setting = {
  kind: Kind
  ring: Ring
  neighbourhood: string
  parkAndRide?: boolean
  nearStadium?: boolean
  /** 0 to 1, the same for the same place */
  draw: number
}

export const tariffOf = ({ kind, ring, neighbourhood, parkAndRide, nearStadium, draw }: Setting): string => {
  if (parkAndRide) return 'ride'
  if (kind === 'street') return ring === 'centre' ? 'street-centre' : 'street-inner'
  if (nearStadium && kind === 'lot') return 'event'
  if (neighbourhood === 'River North' && kind === 'garage') return 'garage-river-north'
  if (ring !== 'centre' && kind === 'lot' && draw < 0.2) return 'shop'
  return `${kind}-${ring}`
}
