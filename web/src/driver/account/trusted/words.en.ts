// What is said of a trusted person, English.

export const en = {
  title: 'Trusted person',
  text: 'Choose someone who also gets a reminder before your parking ends. They see the place, the end time, and your phone number, never your plate or payments.',
  name: 'Name',
  contact: 'Phone or email',
  contactHelp: 'We’ll send one invitation. Nothing else goes out until they agree.',
  send: 'Send invitation',
  sending: 'Sending…',
  failed: 'Your trusted person didn’t load.',
  waiting: (name: string, contact: string) => `We invited ${name} at ${contact}. Waiting for an answer.`,
  waitingText: (days: number) => `The invitation works for ${days} days.`,
  active: (name: string, contact: string) => `${name} gets your reminders at ${contact}.`,
  activeText: 'We also send your reminders to you as before.',
  cancel: 'Cancel invitation',
  turnOff: 'Turn off reminders',
  ending: 'Turning off…',
  ended: 'Your reminders go only to you.',
  sandbox: 'Sandbox: no message was sent.',
  open: 'Open the invitation',
  row: { waiting: 'Invited', active: 'On' },

  // where the link leads
  invitedTitle: 'Get parking reminders?',
  invitedText: (driver: string, contact: string) =>
    `The driver at ${driver} wants us to send reminders to ${contact} before their parking ends.`,
  onTitle: 'Parking reminders are on',
  onText: (driver: string, contact: string) => `We send reminders to ${contact} before the parking of ${driver} ends.`,
  agree: 'Get reminders',
  agreeing: 'Saving…',
  decline: 'Decline invitation',
  stop: 'Stop reminders',
  declined: 'You won’t get any reminders. For a year, no one can invite you.',
  stopped: 'You won’t get any more reminders.',
  agreed: 'You’ll get reminders. Each one has a link that stops them.',
  broken: 'That link isn’t complete. Open the whole link from our message.',
  home: 'Go to ParkIt',
}
