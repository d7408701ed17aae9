// What is said of money on its way back, English.
import type { RefundState } from '@parkit/contract/money/refunds'

const states: Record<RefundState, (day: string) => string> = {
  requested: day => `On its way, arrives by ${day}`,
  sent: day => `On its way, arrives by ${day}`,
  arrived: () => 'Arrived',
  failed: () => 'Your card didn’t accept it. The money is back in your wallet',
}

export const en = {
  states,
  withdraw: 'Withdraw money',
  withdrawSub: 'Send unused money back to your card',
  amount: 'Amount',
  most: (amount: string) => `Up to ${amount}. No fee.`,
  goesTo: 'Send to',
  card: (type: string, last4: string) => `${type} ending in ${last4}`,
  oldCard: 'The card you paid with',
  thereBy: (day: string) => `Arrives by ${day}, often sooner.`,
  newestFirst: 'Goes to the cards you added money from, most recent first.',
  nothing: 'None of this money can go back to a card.',
  failed: 'Your refunds didn’t load.',
  withdrawAmount: (amount: string) => `Withdraw ${amount}`,
  withdrawing: 'Withdrawing…',
  sent: (amount: string) => `${amount} is on its way back to your card.`,
  noAnswerSafe: 'Try again. We’ll send the money only once.',
  refunds: 'Refunds',
  toCard: 'To your card',
  toWallet: 'To your wallet',
}
