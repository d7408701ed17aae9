// Messages about disputed payments, in English. The body is complete without the subject, for text messages.
type Amounts = { amount: string; taken: string }

export const en = {
  opened: ({ amount, taken }: Amounts) => ({
    subject: `A payment of ${amount} is disputed`,
    body: `The bank of your card has taken back a ParkIt payment of ${amount}. ${taken} of it left your wallet, and auto top-up is paused. If you did not ask your bank for this, tell it so and write to us.`,
  }),
  won: ({ amount, taken }: Amounts) => ({
    subject: `The dispute over ${amount} is settled`,
    body: `The dispute over your ParkIt payment of ${amount} is settled. ${taken} are back in your wallet.`,
  }),
}
export type Words = typeof en
