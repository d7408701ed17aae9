// What is said about an e-mail that is not confirmed yet, English.

export const en = {
  unconfirmed: (email: string) =>
    `${email} is not confirmed yet. Open the link we mailed to it. Until then you sign in with your phone and get no receipts by email.`,
  resend: 'Send the link again',
  sending: 'Sending…',
  sent: (email: string) => `A new link is on its way to ${email}.`,
  sandbox: 'Sandbox: nothing is really sent.',
  open: 'Open the link',
  title: 'Confirm your email',
  confirming: 'Confirming…',
  confirmed: (email: string) => `${email} is confirmed. From now on you can sign in with it.`,
  broken: 'That link doesn’t work. Open it as it is in the latest email, signed in to the account it was sent for.',
  account: 'Go to your account',
}
