// Messages about auto-reload, in English. The body is complete without the subject, for text messages.
export const en = {
  before: ({ amount, balance, least }: { amount: string; balance: string; least: string }) => ({
    subject: `We’ll add ${amount} to your wallet`,
    body: `Your balance is ${balance}, below ${least}. We’re adding ${amount} from your card. To stop this, turn off auto-reload.`,
  }),
  added: ({ amount, balance }: { amount: string; balance: string }) => ({
    subject: `${amount} added to your wallet`,
    body: `We added ${amount} from your card with auto-reload. Your balance is ${balance}.`,
  }),
  declined: ({ amount }: { amount: string }) => ({
    subject: 'Auto-reload is paused: card declined',
    body: `Your card was declined for ${amount}. You weren’t charged and your parking stays active. Turn auto-reload back on in your wallet.`,
  }),
  noCard: ({ amount }: { amount: string }) => ({
    subject: 'Auto-reload is paused: no card',
    body: `We couldn’t add ${amount} because you have no saved card. Add one, then turn auto-reload back on.`,
  }),
  unreached: ({ amount }: { amount: string }) => ({
    subject: `We couldn’t add ${amount}`,
    body: `We couldn’t reach your bank, so we didn’t add ${amount} and you weren’t charged. We’ll try again the next time you pay.`,
  }),
  ceiling: ({ amount, ceiling }: { amount: string; ceiling: string }) => ({
    subject: `You reached your ${ceiling} monthly limit`,
    body: `Adding ${amount} would go over your ${ceiling} monthly limit. You weren’t charged. Add money yourself or raise the limit.`,
  }),
}
export type Words = typeof en
