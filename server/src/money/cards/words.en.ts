// Messages about sessions whose bank withdrew the authorization, in English. The body is complete without the subject, for text messages.
type Told = { amount: string; place: string; card: string }

export const en = {
  madeGood: ({ amount, place, card }: Told) => ({
    subject: `Your parking at ${place} was charged to ${card}`,
    body: `The bank of your card took back what it had authorised for your parking at ${place}. We have charged the ${amount} to ${card} instead. You pay it once.`,
  }),
  tryAgain: ({ amount, place, day }: Told & { day: string }) => ({
    subject: `Your parking at ${place} is not paid yet`,
    body: `The bank of your card took back what it had authorised for your parking at ${place}, and no card of yours could be charged the ${amount}. Add a card that works to your ParkIt wallet: we try again on ${day}.`,
  }),
  unpaid: ({ amount, place }: Told) => ({
    subject: `Your parking at ${place} is not paid`,
    body: `No card of yours could be charged the ${amount} for your parking at ${place}. We do not try again. Please write to ParkIt’s support.`,
  }),
}
export type Words = typeof en
