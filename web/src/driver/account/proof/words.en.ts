// What is said where a proof is asked for, English.

export const en = {
  title: 'Confirm it’s you',
  text: 'You signed in a while ago. Confirm it’s you to make this change.',
  confirm: 'Confirm',
  confirming: 'Confirming…',
  withPasskey: 'Use a passkey instead',
  password: 'Password',
  withCode: 'Use a code instead',
  withPassword: 'Use the password instead',
  sendCode: (contact: string) => `Send code to ${contact}`,
  sending: 'Sending…',
  sentTo: (contact: string) => `We sent a 6-digit code to ${contact}.`,
  code: '6-digit code',
}
