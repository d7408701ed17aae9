// The words of auto top-up, English.
const titles = {
  DefaultAddAmount: 'Default Add Amount',
  MinBalance: 'Minimum Trigger Amount',
  TopUpCeiling: 'Most in a month',
}
const helps = {
  DefaultAddAmount: 'From $1 to $500. Added each time your balance runs low.',
  MinBalance: 'From $1 to $500. A payment that leaves less than this starts it.',
  TopUpCeiling: 'From $1 to $2,000. Never more than this in a calendar month.',
}

export const en = {
  titles,
  helps,
  autoTopUp: 'Auto top-up',
  says: (least: string, amount: string) => `Below ${least}, we add ${amount} from your card.`,
  month: (added: string) => `${added} added this month`,
  amount: 'Amount',
  save: 'Save',
  saving: 'Saving',
  saved: (title: string, amount: string) => `${title}: ${amount}`,
  turnedOn: 'Auto top-up is on.',
  turnedOff: 'Auto top-up is off.',
  notSaved: 'That was not saved. Try again.',
  failed: 'Auto top-up didn’t load.',
  declined: (day: string) =>
    `Auto top-up is paused: your card was declined on ${day}. Nothing was charged. Choose another card and turn it on again.`,
  disputed: (day: string) => `Auto top-up is paused: a payment of yours was disputed on ${day}.`,
  no_card: (day: string) => `Auto top-up is paused: there was no card on ${day}. Add one and turn it on again.`,
}
