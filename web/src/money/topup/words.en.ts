// The words of auto top-up, English.
const titles = {
  DefaultAddAmount: 'Default Add Amount',
  MinBalance: 'Minimum Trigger Amount',
  TopUpCeiling: 'Monthly limit',
}
const helps = {
  DefaultAddAmount: '$1 to $500. How much we add each time.',
  MinBalance: '$1 to $500. We add money when your balance drops below this.',
  TopUpCeiling: '$1 to $2,000. We never add more than this in a calendar month.',
}

export const en = {
  titles,
  helps,
  autoTopUp: 'Auto-reload',
  saysUnset: 'When your balance runs low, we add money from your card.',
  says: (least: string, amount: string) => `When your balance drops below ${least}, we add ${amount} from your card.`,
  month: (added: string) => `${added} added this month`,
  amount: 'Amount',
  save: 'Save',
  saving: 'Saving…',
  saved: (title: string, amount: string) => `${title}: ${amount}`,
  turnedOn: 'Auto-reload is on.',
  turnedOff: 'Auto-reload is off.',
  notSaved: 'We couldn’t save your change. Try again.',
  failed: 'Auto-reload didn’t load.',
  declined: (day: string) =>
    `Auto-reload is paused. Your card was declined on ${day}, and you weren’t charged. Choose another card, then turn it back on.`,
  disputed: (day: string) => `Auto-reload is paused. A payment was disputed on ${day}.`,
  no_card: (day: string) => `Auto-reload is paused. You had no card on ${day}. Add one, then turn it back on.`,
}
