// What is said about an e-mail that is not confirmed yet, English.

export const en = {
  unconfirmed: (email: string) =>
    `${email} isn’t confirmed yet. Open the link in the email we sent. Until then, sign in with your phone. You won’t get receipts by email.`,
  resend: 'Send the link again',
  sending: 'Sending…',
  sent: (email: string) => `We sent a new link to ${email}.`,
  sandbox: 'Sandbox: no message was sent.',
  open: 'Open the link',
  title: 'Confirm your email',
  confirming: 'Confirming…',
  confirmed: (email: string) => `${email} is confirmed. From now on, you can sign in with that email.`,
  broken: 'That link doesn’t work. Sign in to the account we sent the link to, then open the link in our latest email.',
  account: 'Go to your account',
}
