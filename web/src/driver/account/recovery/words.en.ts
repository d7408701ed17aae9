// What is said of recovering an account, English.

export const en = {
  title: 'Recover your account',
  text: (mailHours: number, smsHours: number) =>
    `Enter codes from both your email and your phone to get in right away. With only one, you’ll wait: ${mailHours} hours by email, ${smsHours} hours by phone. We’ll sign out all your other devices, and your old password will stop working.`,
  email: 'Email on your account',
  phone: 'Phone on your account',
  oneNeeded: 'Enter your email, your phone, or both.',
  sendCodes: 'Send codes',
  sending: 'Sending…',
  codesTitle: 'Enter your codes',
  codesText: 'We sent a code to each contact that belongs to an account.',
  codeTo: (contact: string) => `Code sent to ${contact}`,
  onlyOne: 'If you can’t get one of the codes, leave its field empty. You’ll have to wait.',
  recover: 'Recover account',
  recovering: 'Recovering…',
  startOver: 'Start over',
  waitTitle: 'Recovery has started',
  waitText: (contact: string, day: string, time: string) =>
    `Come back on ${day} after ${time} and enter a new code sent to ${contact}. You’ll have 7 days.`,
  waitStop:
    'We notified every contact on your account. Until then, anyone who reads our messages can stop the recovery.',
  signIn: 'Back to sign-in',

  stopTitle: 'Stop the recovery',
  stopText: 'Someone is recovering your ParkIt account. If it isn’t you, stop it here.',
  stop: 'Stop the recovery',
  stopping: 'Stopping…',
  stopped: 'Recovery stopped. The person who started it can’t get in this way.',
  stoppedAdvice: 'They could read a code sent to you, so check who can read your email and messages.',
  gone: 'This recovery isn’t active anymore. It was stopped, or it finished.',
  broken: 'That link isn’t complete. Open the whole link from our message.',

  running: { mail: 'by email', sms: 'by phone' },
  runningText: (by: string, day: string, time: string) =>
    `Someone is recovering this account ${by}. From ${day}, ${time}, they can sign in and sign you out. If it isn’t you, stop it.`,
}
