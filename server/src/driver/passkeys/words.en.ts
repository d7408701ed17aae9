// What passkeys say by mail and text message, in English.
export const en = {
  addedSubject: 'A passkey was added to your ParkIt account',
  removedSubject: 'A passkey was removed from your ParkIt account',
  addedMail: (name: string) =>
    `A passkey named “${name}” was just added to your ParkIt account. It signs in without a password or a code.\n\nNot you? Sign in, remove the passkey under Account, Passkeys, and set a new password.\n`,
  removedMail: (name: string) =>
    `The passkey “${name}” was just removed from your ParkIt account. We signed out the devices that used it to sign in.\n\nNot you? Sign in, check your passkeys and devices under Account, and set a new password.\n`,
  // no name, so that it is one text message
  addedSms: 'A passkey was added to your account. Not you? Sign in and remove it under Account, Passkeys.',
  removedSms: 'A passkey was removed from your account. Not you? Sign in and check Account, Passkeys.',
}
export type Words = typeof en
