// What notices say, in English. The body must stand alone: a text message has no title.
type Car = { name: string; plate: string }
/** `until`: a date */
type PlanDay = { price: string; until: string }

export const en = {
  ends: ({ name, plate, until, minutes }: Car & { until: string; minutes: number }) => ({
    title: `${minutes} min left at ${name}`,
    body: `Your parking at ${name} ends at ${until}, in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Plate ${plate}.`,
  }),
  ended: ({ name, plate, until }: Car & { until: string }) => ({
    title: `Parking ended at ${name}`,
    body: `Your parking at ${name} ended at ${until}. Plate ${plate}. Still there? Park again in the app.`,
  }),
  extended: ({ name, plate, until, amount }: Car & { until: string; amount: string }) => ({
    title: `Extended to ${until}`,
    body: `Your parking at ${name} now ends at ${until}. Plate ${plate}, ${amount}.`,
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
    body: `Parked at ${name} on ${date}, ${from} to ${until}. Plate ${plate}. Paid ${amount}.${back ? ` ${back} came back.` : ''}`,
  }),
  receiptRows: {
    session: 'Session ID',
    zone: 'Zone',
    address: 'Address',
    parking: 'Parking',
    fee: 'Service fee',
    back: 'Paid back',
    paid: 'Amount Paid',
    via: 'Paid Via',
  },
  wallet: 'Wallet',
  topUp: ({ amount, balance, auto }: { amount: string; balance: string; auto: boolean }) => ({
    title: `${amount} added to your wallet`,
    body: `${amount} went from your card to your ParkIt wallet${auto ? ' by auto top-up' : ''}. The balance is ${balance}.`,
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
    title: `${amount} paid back`,
    body: `ParkIt paid ${amount} back to your ${to}${place ? `, for parking at ${place}` : ''}.${reason ? ` ${reason}` : ''}`,
  }),
  plan: {
    begun: ({ price, until }: PlanDay) => ({
      title: 'Deluxe is active',
      body: `You have Deluxe. ${price} was charged to your card. You pay no service fee when you park. It renews on ${until}; you can cancel at any time in ParkIt.`,
    }),
    renewed: ({ price, until }: PlanDay) => ({
      title: 'Deluxe was renewed',
      body: `Your Deluxe plan was renewed. ${price} was charged to your card. It renews again on ${until}; you can cancel at any time in ParkIt.`,
    }),
    failed: ({ price, until }: PlanDay) => ({
      title: 'Deluxe could not be renewed',
      body: `Your card was not charged ${price} for Deluxe. You keep Deluxe until ${until}. Open Subscription in ParkIt and choose another card to go on with it. Nothing else of your account changes.`,
    }),
    ended: ({ until }: PlanDay) => ({
      title: 'Deluxe has ended',
      body: `Your Deluxe plan has ended; it was paid until ${until}. Nothing more is charged for it. When you park, the service fee applies again.`,
    }),
  },
  chat: ({ text }: { text: string }) => ({
    title: 'ParkIt support answered',
    body: `ParkIt support: ${text}`,
  }),
  /** the button of a push */
  extend: ({ minutes, amount }: { minutes: number; amount: string }) => `Extend ${minutes} min · ${amount}`,
  notExtended: 'Not extended',
  /** the last line of a mail */
  why: (address: string) => `Choose what ParkIt tells you: ${address}`,
  done: 'Done.',
}
export type Words = typeof en
