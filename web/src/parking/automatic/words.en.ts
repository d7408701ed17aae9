// What a running session says of extending itself, English.
import type { AutoExtendStop } from '@parkit/contract/parking/automatic'

const stops: Record<AutoExtendStop, string> = {
  over_max_stay: 'This is the longest stay here. It ends',
  zone_closed: 'The place closes then. It ends',
  max_payment: 'Your Max Payment Amount is reached. It ends',
  insufficient_funds: 'Your wallet is short for more. It ends',
  card_declined: 'Your card was declined for more. It ends',
}

export const en = {
  /** while it is not known whether it is on */
  name: 'Auto extend',
  on: 'Auto extend is on',
  off: 'Auto extend is off',
  upTo: (minutes: number, amount: string) => `${minutes} min at a time, up to ${amount}`,
  noLimit: (minutes: number) => `${minutes} min at a time`,
  next: (time: string, minutes: number, price: string) => `Next at ${time}: ${minutes} min, ${price}`,
  ends: (time: string) => `Your time ends ${time}`,
  stops: (stop: AutoExtendStop, time: string) => `${stops[stop]} ${time}.`,
  waiting: 'Asking for your setting',
  failed: 'Auto extend didn’t load.',
  notSaved: 'Server Not Responding',
  extended: (time: string) => `Extended by itself to ${time}.`,
}
