// What the account says by mail and text message, in English.
export const en = {
  done: 'Done.',
  codeSubject: (code: string) => `${code} is your ParkIt code`,
  codeMail: (code: string, minutes: number) =>
    `Your ParkIt code is ${code}.\n\nIt works once, within ${minutes} minutes. ParkIt never asks for it by phone or mail: type it only on ParkIt’s own screen.\n\nYou didn’t ask for it? Then do nothing: without the code nobody gets in.\n`,
  // one text message of 7-bit letters, so no typographic apostrophe
  codeSms: (code: string, minutes: number) =>
    `${code} is your ParkIt code. It works once, within ${minutes} minutes. Tell it to nobody.`,
  passwordSubject: 'Your ParkIt password was changed',
  passwordMail:
    'The password of your ParkIt account was changed just now, and all other devices were signed out.\n\nThat wasn’t you? Choose “Forgot password?” on the sign-in screen and set a new one.\n',
  passwordSms: 'Your ParkIt password was changed. Not you? Choose "Forgot password?" on the sign-in screen.',
  contactSubject: 'Your ParkIt contact was changed',
  emailChanged: (to: string) =>
    `The email of your ParkIt account is now ${to}. Not you? Sign in, set a new password and write to support.`,
  phoneChanged: (to: string) =>
    `The phone of your ParkIt account is now ${to}. Not you? Sign in, set a new password and write to support.`,
  completedSubject: 'Your ParkIt account was completed',
  completed: (email: string) =>
    `A password and the email ${email} were added to your ParkIt account. Not you? Sign in with a code to this phone, set a new password and write to support.`,
  deletedSubject: 'Your ParkIt account was deleted',
  deleted: 'Your ParkIt account and its data were deleted. Not you? Write to support.',
  linkSubject: 'Confirm your email for ParkIt',
  linkMail: (link: string, hours: number) =>
    `Open this link to use this email with ParkIt, on a device where you are signed in:\n\n${link}\n\nIt works once, within ${hours} hours. Until then ParkIt sends you nothing else.\n\nYou didn’t create a ParkIt account? Then do nothing: without the link nobody can use your email.\n`,
  recoverySubject: 'Someone is recovering your ParkIt account',
  recoveryMail: (hours: number, link: string) =>
    `Someone typed a code that we sent to one contact of your ParkIt account, and asked to recover the account. In ${hours} hours a new code to the same contact signs them in and signs out all other devices.\n\nThat was you? Then come back in ${hours} hours.\n\nThat wasn’t you? Stop it here:\n\n${link}\n\nOr stop it under Account on a device where you are signed in.\n`,
  recoverySms: (hours: number, link: string) =>
    `Someone asked to recover your ParkIt account, which works in ${hours} hours. Not you? Stop it: ${link}`,
  recoveredSubject: 'Your ParkIt account was recovered',
  recoveredMail:
    'Your ParkIt account was recovered just now. All other devices were signed out, and the old password no longer works. Passkeys stay.\n\nThat wasn’t you? Choose “Forgot password?” on the sign-in screen, set a new password, look at your passkeys under Account, and write to support.\n',
  recoveredSms:
    'Your ParkIt account was recovered, all other devices were signed out. Not you? Choose "Forgot password?" on the sign-in screen.',
  exportSubject: 'Your ParkIt data is ready',
  exportReady: (address: string, until: string) =>
    `Your copy of your ParkIt data is ready until ${until}: ${address}. Not you? Sign out all other devices there and change your password.`,
  exportAbout: `This is a copy of everything ParkIt stores about you.

data/         one JSON file for each kind of record; amounts are in cents, times are UTC
attachments/  files that you and support sent each other

Anyone who has this file can read it. Keep it safe.
`,
}
export type Words = typeof en
