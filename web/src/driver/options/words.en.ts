// What the Default Parking Options say, English. The four labels stand as recorded.
export const en = {
  title: 'Default Parking Options',
  autoStart: 'Auto Start Parking Session',
  autoStartText: 'Starts at gates. Elsewhere, we ask when you arrive.',
  autoExtend: 'Auto Extend Parking Session',
  autoExtendText: 'Adds time before it runs out',
  maxPayment: 'Max Payment Amount',
  /** of one session, that auto start and auto extend may spend */
  maxPaymentOn: 'Auto start and auto extend never go over this',
  maxPaymentOff: 'No limit per session',
  changeAmount: (amount: string) => `Change amount, now ${amount}`,
  amount: 'Limit per session',
  amountHelp: (least: string, most: string) =>
    `${least} to ${most}, service fee included. It doesn’t limit what you start or extend yourself.`,
  save: 'Save',
  saving: 'Saving…',
  saved: (amount: string) => `Auto start and auto extend won’t go over ${amount} per session.`,
  failed: 'Your parking options didn’t load.',
  notSaved: 'Server Not Responding',
}
