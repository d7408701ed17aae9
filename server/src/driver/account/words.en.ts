// What the account says by mail and text message, in English.
export const en = {
  done: 'Done.',
  codeSubject: (code: string) => `${code} is your ParkIt code`,
  codeMail: (code: string, minutes: number) =>
    `Your ParkIt code is ${code}. It expires in ${minutes} minutes and works once.\n\nEnter it only in ParkIt. We’ll never call or email to ask for it.\n\nIf you didn’t request a code, ignore this email.\n`,
  /** the last line lets the phone fill the code in on this site alone */
  codeSms: (code: string, minutes: number, host: string) =>
    `${code} is your ParkIt code. It expires in ${minutes} min. Don’t share it with anyone.\n@${host} #${code}`,
  passwordSubject: 'Your ParkIt password was changed',
  passwordMail:
    'Your password was changed and your other devices were signed out.\n\nNot you? On the sign-in screen, choose Forgot password?\n',
  passwordSms:
    'Your password was changed and your other devices were signed out. Not you? On the sign-in screen, choose Forgot password?',
  contactSubject: 'Your ParkIt contact info changed',
  /** to the contact that is no longer used */
  contactMoved: (to: string) =>
    `We’ll now write to ${to} instead of here. Not you? Sign in, set a new password, and contact support.`,
  emailChanged: (to: string) =>
    `The email on your account is now ${to}. Not you? Sign in, set a new password, and contact support.`,
  phoneChanged: (to: string) =>
    `The phone on your account is now ${to}. Not you? Sign in, set a new password, and contact support.`,
  completedSubject: 'Your ParkIt account is all set',
  completed: (email: string) =>
    `A password and the email ${email} were added to your account. Not you? Sign in with a code to this phone, set a new password, and contact support.`,
  deletedSubject: 'Your ParkIt account was deleted',
  deleted: 'Your ParkIt account and its data were deleted. Not you? Contact support.',
  linkSubject: 'Confirm your email for ParkIt',
  linkMail: (link: string, hours: number) =>
    `To use this email with ParkIt, open this link on a device where you’re signed in:\n\n${link}\n\nThe link works once and expires in ${hours} hours. Until you confirm, we won’t email you anything else.\n\nDidn’t create a ParkIt account? Ignore this email. Without the link, no one can use your address.\n`,
  recoverySubject: 'Someone is recovering your ParkIt account',
  recoveryMail: (hours: number, link: string) =>
    `Someone entered a code we sent to one contact of your ParkIt account and asked to recover the account. In ${hours} hours, a new code to the same contact will sign them in and sign out all other devices.\n\nWas this you? Come back in ${hours} hours.\n\nNot you? Stop the recovery here:\n\n${link}\n\nOr stop the recovery under Account on a device where you’re signed in.\n`,
  recoverySms: (hours: number, link: string) =>
    `Someone asked to recover your account. They’ll get in after ${hours} hours. Not you? Stop it: ${link}`,
  recoveredSubject: 'Your ParkIt account was recovered',
  recoveredMail:
    'Your ParkIt account was just recovered. All other devices were signed out, and the old password no longer works. Your passkeys stay.\n\nNot you? On the sign-in screen, choose Forgot password? and set a new one. Then check your passkeys under Account and contact support.\n',
  recoveredSms:
    'Your account was recovered and all other devices were signed out. Not you? On the sign-in screen, choose Forgot password?',
  exportSubject: 'Your ParkIt data is ready',
  exportReady: (address: string, until: string) =>
    `Your data is ready to download until ${until}: ${address}. Not you? Sign out everywhere else there and change your password.`,
  exportAbout: `This is a copy of everything ParkIt has about you.

data/         one JSON file for each kind of record. Amounts are in cents, times are UTC.
attachments/  files that you and support sent each other

Anyone who has this file can read it. Keep it safe.
`,
}
export type Words = typeof en
