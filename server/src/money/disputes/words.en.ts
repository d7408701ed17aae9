// Messages about disputed payments, in English. The body is complete without the subject, for text messages.
type Amounts = { amount: string; taken: string }

export const en = {
  opened: ({ amount, taken }: Amounts) => ({
    subject: `A ${amount} payment is disputed`,
    body: `Your bank reversed a ${amount} payment. We took ${taken} from your wallet and paused auto-reload. Not you? Tell your bank and us.`,
  }),
  won: ({ amount, taken }: Amounts) => ({
    subject: `Your ${amount} dispute is resolved`,
    body: `The dispute over your ${amount} payment is resolved. ${taken} is back in your wallet.`,
  }),
}
export type Words = typeof en
