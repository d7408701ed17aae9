// What is said of money on its way back, English.
import type { RefundState } from '@parkit/contract/money/refunds'

const states: Record<RefundState, (day: string) => string> = {
  requested: day => `On its way, there by ${day}`,
  sent: day => `On its way, there by ${day}`,
  arrived: () => 'Arrived',
  failed: () => 'The card didn’t take it. The money is in your wallet',
}

export const en = {
  states,
  withdraw: 'Withdraw',
  withdrawSub: 'Unused money goes back to your card',
  amount: 'Amount',
  most: (amount: string) => `At most ${amount}. No fee.`,
  goesTo: 'Goes back to',
  card: (type: string, last4: string) => `${type} ending ${last4}`,
  oldCard: 'The card you paid with',
  thereBy: (day: string) => `There by ${day}, often sooner.`,
  newestFirst: 'To the cards the money came from, the newest top-up first.',
  nothing: 'None of this can go back to a card.',
  failed: 'That didn’t load.',
  withdrawAmount: (amount: string) => `Withdraw ${amount}`,
  withdrawing: 'Withdrawing',
  sent: (amount: string) => `${amount} is on its way back to your card.`,
  noAnswerSafe: 'Press again: the same money never goes twice.',
  refunds: 'Refunds',
  toCard: 'To your card',
  toWallet: 'To your wallet',
}
