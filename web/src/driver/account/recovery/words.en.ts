// What is said of recovering an account, English.

export const en = {
  title: 'Recover your account',
  text: (mailHours: number, smsHours: number) =>
    `With codes from both your email and your phone you get in at once. With one of them there’s a wait: ${mailHours} hours by email, ${smsHours} hours by phone. All other devices are signed out, and the old password stops working.`,
  email: 'Email of your account',
  phone: 'Phone of your account',
  oneNeeded: 'Enter your email, your phone, or both.',
  sendCodes: 'Send codes',
  sending: 'Sending',
  codesTitle: 'Enter your codes',
  codesText: 'We sent a code to each contact, if it belongs to an account.',
  codeTo: (contact: string) => `Code sent to ${contact}`,
  onlyOne: 'Leave the other one empty if you can’t read it. Then there’s a wait.',
  recover: 'Recover account',
  recovering: 'Recovering',
  startOver: 'Start over',
  waitTitle: 'Recovery has started',
  waitText: (contact: string, day: string, time: string) =>
    `Come back on ${day} after ${time}, and enter a new code sent to ${contact}. It then works for seven days.`,
  waitStop:
    'We sent a notice to every contact of your account. Until then, anyone who reads one of them can stop the recovery.',
  signIn: 'Back to sign-in',

  stopTitle: 'Stop the recovery',
  stopText: 'Someone is recovering your ParkIt account. If it isn’t you, stop it here.',
  stop: 'Stop the recovery',
  stopping: 'Stopping',
  stopped: 'The recovery is stopped. Whoever began it doesn’t get in that way.',
  stoppedAdvice: 'They could read a code sent to you, so check who can read your email and messages.',
  gone: 'No such recovery is running. It was stopped, or it is finished.',
  broken: 'That link isn’t complete. Open it as it is in the message.',

  running: { mail: 'by email', sms: 'by phone' },
  runningText: (by: string, day: string, time: string) =>
    `Someone is recovering this account ${by}. From ${day}, ${time}, they can sign in and sign you out. If it isn’t you, stop it.`,
}
