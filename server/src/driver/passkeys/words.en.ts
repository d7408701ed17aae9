// What passkeys say by mail and text message, in English.
export const en = {
  addedSubject: 'A passkey was added to your ParkIt account',
  removedSubject: 'A passkey was removed from your ParkIt account',
  addedMail: (name: string) =>
    `A passkey named “${name}” was added to your ParkIt account just now. It signs in without a password or a code.\n\nThat wasn’t you? Sign in, remove it under Account, Passkeys, and set a new password.\n`,
  removedMail: (name: string) =>
    `The passkey “${name}” was removed from your ParkIt account just now and no longer signs in. Devices that had signed in with it were signed out.\n\nThat wasn’t you? Sign in, look at your passkeys and devices under Account, and set a new password.\n`,
  // one text message of 7-bit letters, so no typographic apostrophe and no name
  addedSms: 'A passkey was added to your ParkIt account. Not you? Sign in and remove it under Account, Passkeys.',
  removedSms: 'A passkey was removed from your ParkIt account. Not you? Sign in and check Account, Passkeys.',
}
export type Words = typeof en
