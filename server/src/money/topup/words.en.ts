// Messages about automatic top-ups, in English. The body is complete without the subject, for text messages.
export const en = {
  before: ({ amount, balance, least }: { amount: string; balance: string; least: string }) => ({
    subject: `We will add ${amount} to your wallet`,
    body: `Your ParkIt wallet holds ${balance}, below your ${least}. We will add ${amount} from your card now. To stop this, turn off auto top-up in your wallet.`,
  }),
  added: ({ amount, balance }: { amount: string; balance: string }) => ({
    subject: `${amount} added to your wallet`,
    body: `We added ${amount} from your card to your ParkIt wallet. It holds ${balance} now.`,
  }),
  declined: ({ amount }: { amount: string }) => ({
    subject: 'Auto top-up is paused: your card was declined',
    body: `Your card declined ${amount} for your ParkIt wallet. Nothing was charged, and parking that runs goes on. Auto top-up is off until you turn it on again.`,
  }),
  noCard: ({ amount }: { amount: string }) => ({
    subject: 'Auto top-up is paused: there is no card',
    body: `We could not add ${amount} to your ParkIt wallet: no card is saved. Auto top-up is off until you add a card and turn it on again.`,
  }),
  unreached: ({ amount }: { amount: string }) => ({
    subject: `${amount} was not added`,
    body: `The card provider did not answer, so we added nothing to your ParkIt wallet and charged nothing. We try again the next time you pay.`,
  }),
  ceiling: ({ amount, ceiling }: { amount: string; ceiling: string }) => ({
    subject: `Auto top-up has reached ${ceiling} this month`,
    body: `Your ParkIt wallet is low, but adding ${amount} would go beyond your ${ceiling} a month. Nothing was charged. Add money yourself, or raise the limit in your wallet.`,
  }),
}
export type Words = typeof en
