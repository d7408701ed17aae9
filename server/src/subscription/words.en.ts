// What drivers are told of their plan.
export const en = {
  begun: ({ price, until }: Told) => ({
    subject: 'Deluxe is active',
    body: `You have Deluxe. ${price} was charged to your card. You pay no service fee when you park. It renews on ${until}; you can cancel at any time in ParkIt.`,
  }),
  renewed: ({ price, until }: Told) => ({
    subject: 'Deluxe was renewed',
    body: `Your Deluxe plan was renewed. ${price} was charged to your card. It renews again on ${until}; you can cancel at any time in ParkIt.`,
  }),
  failed: ({ price, until }: Told) => ({
    subject: 'Deluxe could not be renewed',
    body: `Your card was not charged ${price} for Deluxe. You keep Deluxe until ${until}. Open Subscription in ParkIt and choose another card to go on with it. Nothing else of your account changes.`,
  }),
  ended: ({ until }: Told) => ({
    subject: 'Deluxe has ended',
    body: `Your Deluxe plan has ended; it was paid until ${until}. Nothing more is charged for it. When you park, the service fee applies again.`,
  }),
}

/** `until`: a date */
type Told = { price: string; until: string }
export type Words = typeof en
