// What is said of a driver's own data, English.

export const en = {
  download: 'Download my data',
  downloadSub: 'Everything we keep of you, as a file',
  downloading: 'Getting it ready',
  fileName: 'ParkIt-my-data.json',
  delete: 'Delete my account',
  deleteTitle: 'Delete your account?',
  goes: 'Your name, contacts, photo, vehicles, cards, feedback and sign-ins are deleted at once; Deluxe ends, and nothing more is charged for it. This cannot be undone.',
  stays: 'Records of payments stay for the books, with nothing in them that names you or your vehicles.',
  holds: (money: string) => `The ${money} in your wallet goes back to the card it came from, within ten days.`,
  password: 'Password',
  withCode: 'Use a code instead',
  withPassword: 'Use the password instead',
  sendCode: (contact: string) => `Send code to ${contact}`,
  sending: 'Sending',
  sentTo: (contact: string) => `Six digits, sent to ${contact}.`,
  code: 'Six-digit code',
  deleteIt: 'Delete my account',
  deleting: 'Deleting',
  keep: 'Keep my account',
  deleted: 'Your account is deleted.',
}
