// What Quick park and claiming its account say, English.

export const en = {
  quickPark: 'Quick park',
  quickText: 'No password. Just your plate, and your phone for the code and receipt.',
  signedInText: 'You’re signed in. Choose one of your vehicles to park.',
  goOn: 'Continue',
  plate: 'Vehicle Plate #',
  state: 'State',
  selectState: 'Select State',
  statesFailed: 'The list of states didn’t load.',
  textCode: 'Text me a code',
  sending: 'Sending…',

  complete: 'Finish setting up your account',
  completeText: 'Your vehicle, wallet, and receipts stay with you.',
  completeWhy: 'Add an email and password to sign in anywhere.',
  completeIt: 'Finish setup',
  saving: 'Saving…',
  completed: 'Your account is all set.',
}
