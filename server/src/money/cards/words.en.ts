// Messages about sessions whose bank withdrew the authorization, in English. The body is complete without the subject, for text messages.
type Told = { amount: string; place: string; card: string }

export const en = {
  madeGood: ({ amount, place, card }: Told) => ({
    subject: `We charged ${card} for your parking`,
    body: `Your bank reversed your payment for parking at ${place}, so we charged ${amount} to ${card}. You pay only once.`,
  }),
  tryAgain: ({ amount, place, day }: Told & { day: string }) => ({
    subject: `Your parking at ${place} isn’t paid yet`,
    body: `Your bank reversed ${amount} for parking at ${place} and no card of yours worked. Add one in ParkIt. We’ll try again on ${day}.`,
  }),
  unpaid: ({ amount, place }: Told) => ({
    subject: `Your parking at ${place} isn’t paid`,
    body: `We couldn’t charge ${amount} for parking at ${place} and won’t try again. Contact ParkIt support.`,
  }),
}
export type Words = typeof en
