// What notices say, in English. The body must stand alone: a text message has no title.
type Car = { name: string; plate: string }
/** `until`: a date */
type PlanDay = { price: string; until: string }

type ClosedHere = Car & { until: string; tow: boolean; amount: string | null; to: 'wallet' | 'card' } & {
  reason: string
  mayMove: boolean
}
type ClosesSoon = { name: string; from: string; to: string; tow: boolean; reason: string }

/** `1 hr 15 min` */
const durationOf = (minutes: number) =>
  [minutes >= 60 && `${Math.floor(minutes / 60)} hr`, (minutes % 60 > 0 || minutes === 0) && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ')

export const en = {
  ends: ({ name, plate, until, minutes }: Car & { until: string; minutes: number }) => ({
    title: `${minutes} min left at ${name}`,
    body: `${minutes} min left at ${name}. Your parking ends at ${until}. Plate ${plate}.`,
  }),
  /** to the person whom the driver trusts; `driver`: the driver's phone, `link`: ends these messages */
  trustedEnds: ({
    name,
    until,
    minutes,
    driver,
    link,
  }: Record<'name' | 'until' | 'driver' | 'link', string> & { minutes: number }) => ({
    title: `${minutes} min left at ${name}`,
    body: `${minutes} min left at ${name}. Parking of ${driver} ends at ${until}. Stop reminders: ${link}`,
  }),
  ended: ({ name, plate, until }: Car & { until: string }) => ({
    title: `Parking ended at ${name}`,
    body: `Your parking at ${name} ended at ${until}. Plate ${plate}. Still there? Park again in the app.`,
  }),
  extended: ({ name, plate, until, amount }: Car & { until: string; amount: string }) => ({
    title: `Extended to ${until}`,
    body: `Your parking at ${name} now ends at ${until}. Plate ${plate}. You paid ${amount}.`,
  }),
  /** the time left, which holds as of `at` */
  countdown: ({ name, plate, until, at, minutes }: Car & { until: string; at: string; minutes: number }) => ({
    title: `Parked until ${until}`,
    body: `${name}. As of ${at}, ${durationOf(minutes)} left. Plate ${plate}.`,
  }),
  stopped: ({ name, plate, until }: Car & { until: string }) => ({
    title: `Parking stopped at ${name}`,
    body: `Your parking at ${name} ended at ${until}. Plate ${plate}.`,
  }),
  receipt: ({
    name,
    plate,
    date,
    from,
    until,
    amount,
    back,
  }: Car & Record<'date' | 'from' | 'until' | 'amount', string> & { back: string | null }) => ({
    title: `Receipt: ${amount} at ${name}`,
    body: `${name}, ${date}, ${from} to ${until}. Plate ${plate}. You paid ${amount}.${back ? ` We refunded ${back}.` : ''}`,
  }),
  receiptRows: {
    session: 'Session ID',
    zone: 'Zone',
    address: 'Address',
    changed: 'Changed',
    parking: 'Parking',
    fee: 'Service fee',
    back: 'Refunded',
    paid: 'Amount Paid',
    via: 'Paid Via',
  },
  receiptChanges: {
    moved: (from: string, to: string, at: string) => `Zone ${from} to ${to} at ${at}`,
    plateChanged: (from: string, to: string, at: string) => `Plate ${from} to ${to} at ${at}`,
  },
  wallet: 'Wallet',
  topUp: ({ amount, balance, auto }: { amount: string; balance: string; auto: boolean }) => ({
    title: `${amount} added to your wallet`,
    body: `We added ${amount} from your ${auto ? 'card with auto-reload' : 'card'}. Your balance is ${balance}.`,
  }),
  refund: ({
    amount,
    to,
    place,
    reason,
  }: {
    amount: string
    to: 'wallet' | 'card'
    place: string | null
    reason: string | null
  }) => ({
    title: `${amount} refunded`,
    body: `We refunded ${amount} to your ${to}${place ? ` for parking at ${place}` : ''}.${reason ? ` ${reason}` : ''}`,
  }),
  plan: {
    begun: ({ price, until }: PlanDay) => ({
      title: 'Deluxe is active',
      body: `You have Deluxe and pay no service fee when you park. We charged ${price}. It renews on ${until}. Cancel anytime in ParkIt.`,
    }),
    renewed: ({ price, until }: PlanDay) => ({
      title: 'Deluxe renewed',
      body: `We charged ${price} to your card for Deluxe. It renews again on ${until}. Cancel anytime in ParkIt.`,
    }),
    failed: ({ price, until }: PlanDay) => ({
      title: 'We couldn’t renew Deluxe',
      body: `We couldn’t charge ${price} for Deluxe. You keep it until ${until}. To stay on Deluxe, choose another card under Subscription.`,
    }),
    ended: ({ until }: PlanDay) => ({
      title: 'Deluxe ended',
      body: `Your Deluxe plan ended on ${until}. You won’t be charged again. The service fee applies when you park.`,
    }),
  },
  chat: ({ text }: { text: string }) => ({
    title: 'New reply from support',
    body: `Support: ${text}`,
  }),
  /** a closure cut the driver's parking; `until` is its new end, `amount` what goes back, `to` what paid */
  closed: ({ name, plate, until, tow, amount, to, reason, mayMove }: ClosedHere) => ({
    title: `${name} closes at ${until}`,
    body: `${name} closes. Move plate ${plate} by ${until}${tow ? ' or your car is towed' : ''}.${amount ? ` ${to === 'wallet' ? `We refunded ${amount} to your wallet` : `You pay ${amount} less by card`}.` : ''}`,
    rows: [
      ...(reason ? [`Reason: ${reason}`] : []),
      ...(mayMove ? ['Your parking can move to another zone in ParkIt, with no fee.'] : []),
    ],
  }),
  closureOff: ({ name, plate, until }: Car & { until: string }) => ({
    title: `${name} stays open`,
    body: `${name} stays open after all. Your parking still ends at ${until}. Plate ${plate}. Add time in ParkIt if you need it.`,
  }),
  /** the evening before; `from` and `to` with the day */
  closureNear: ({ name, from, to, tow, reason }: ClosesSoon) => ({
    title: `${name} closes`,
    body: `${name}, a place you saved, is closed from ${from} to ${to}.${tow ? ' Cars are towed.' : ''}`,
    rows: reason ? [`Reason: ${reason}`] : [],
  }),
  /** the button of a push */
  extend: ({ minutes, amount }: { minutes: number; amount: string }) => `Extend ${minutes} min, ${amount}`,
  notExtended: 'Couldn’t extend',
  /** the last line of a mail */
  why: (address: string) => `Manage notifications: ${address}`,
  done: 'Done.',
}
export type Words = typeof en
