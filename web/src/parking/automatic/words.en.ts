// What a running session says of extending itself, English.
import type { AutoExtendStop } from '@parkit/contract/parking/automatic'

const stops: Record<AutoExtendStop, string> = {
  over_max_stay: 'You’ve reached the max stay here. Your parking ends at',
  zone_closed: 'This place closes then. Your parking ends at',
  closure: 'The city closes this zone then. Your parking ends at',
  max_payment: 'You’ve reached your Max Payment Amount. Your parking ends at',
  insufficient_funds: 'Your wallet doesn’t have enough to extend. Your parking ends at',
  card_declined: 'Your card was declined, so we can’t extend. Your parking ends at',
}

export const en = {
  /** while it is not known whether it is on */
  name: 'Auto extend',
  upTo: (minutes: number, amount: string) => `${minutes} min at a time, up to ${amount}`,
  noLimit: (minutes: number) => `${minutes} min at a time`,
  next: (time: string, minutes: number, price: string) => `Next at ${time}: ${minutes} min, ${price}`,
  ends: (time: string) => `Your parking ends at ${time}`,
  stops: (stop: AutoExtendStop, time: string) => `${stops[stop]} ${time}.`,
  waiting: 'Loading your setting…',
  failed: 'Auto extend didn’t load.',
  notSaved: 'Server Not Responding',
  extended: (time: string) => `Extended automatically to ${time}.`,
}
