// What the Default Parking Options say, English. The four labels stand as recorded.
export const en = {
  title: 'Default Parking Options',
  autoStart: 'Auto Start Parking Session',
  autoStartText: 'Starts at a gate, asks when you arrive',
  autoExtend: 'Auto Extend Parking Session',
  autoExtendText: (minutes: number) => `Adds ${minutes} min before your time is up`,
  maxPayment: 'Max Payment Amount',
  /** of one session, that auto start and auto extend may spend */
  maxPaymentOn: 'Auto extend stops here',
  maxPaymentOff: 'No limit for one session',
  changeAmount: (amount: string) => `Change the amount, now ${amount}`,
  amount: 'Most for one session',
  amountHelp: (least: string, most: string) =>
    `${least} to ${most}, parking and fee together. What you start or extend yourself is not limited.`,
  save: 'Save',
  saving: 'Saving',
  saved: (amount: string) => `Nothing by itself beyond ${amount} a session.`,
  failed: 'Your parking options didn’t load.',
  notSaved: 'Server Not Responding',
}
