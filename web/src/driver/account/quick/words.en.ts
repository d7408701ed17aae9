// What Quick park and claiming its account say, English.

export const en = {
  quickPark: 'Quick park',
  quickText: 'No password: your plate, and your phone for the code and the receipt.',
  signedInText: 'You’re signed in. Choose one of your vehicles to park.',
  goOn: 'Continue',
  plate: 'Vehicle Plate #',
  state: 'State',
  selectState: 'Select State',
  statesFailed: 'The list of states didn’t load.',
  textCode: 'Text me a code',
  sending: 'Sending',

  complete: 'Complete your account',
  completeText: 'Your vehicle, wallet and receipts stay where they are.',
  completeWhy: 'Add an e-mail and a password to sign in from anywhere.',
  completeIt: 'Complete account',
  saving: 'Saving',
  completed: 'Your account is complete.',
}
