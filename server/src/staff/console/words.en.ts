// What the preview of a closure or an event rate says, in English.
type Dated = { name: string; from: string; to: string; tow: boolean }
export const en = {
  closed: ({ name, from, to, tow }: Dated) => `Closed from ${from} to ${to}: ${name}.${tow ? ' Cars are towed.' : ''}`,
  rate: ({ name, from, to, amount, minutes }: Dated & { amount: string; minutes: number }) =>
    `${name}: ${amount} per ${minutes} min from ${from} to ${to}.`,
}
