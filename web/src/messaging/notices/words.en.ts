// What the notifications screen says, English.
export const en = {
  title: 'Notifications',
  failed: 'Your notifications didn’t load.',
  notSaved: 'Server Not Responding',
  device: 'This device',
  deviceStates: {
    on: 'Notices come up here, also while ParkIt is closed.',
    off: 'Notices come up here once you turn this on.',
    blocked: 'Blocked. Allow notifications for ParkIt in your browser’s settings.',
    install: 'Add ParkIt to your Home Screen, then turn this on there.',
    unsupported: 'This browser takes no notifications. E-mail and SMS reach you.',
  },
  deviceFailed: 'Notifications didn’t turn on. Try again.',
  /** the heading of the column of kinds, read out */
  kind: 'Tell me about',
  kinds: {
    ends15: '15 min left',
    ends5: '5 min left',
    ended: 'Parking ended',
    extended: 'Time added',
    receipt: 'Receipt',
    topUp: 'Wallet top-up',
    refund: 'Refund',
    plan: 'Deluxe plan',
    chat: 'Support answered',
  },
  channels: { push: 'Push', mail: 'E-mail', sms: 'SMS' },
  /** what a switch is called */
  by: (kind: string, channel: string) => `${kind}: ${channel}`,
  /** whatever is chosen: money that nobody pressed a button for */
  always: 'What parks, extends or tops up by itself is always told, by e-mail or else by SMS.',
  pushGoes: (devices: number) =>
    devices === 0
      ? 'Push goes to no device yet.'
      : devices === 1
        ? 'Push goes to one device.'
        : `Push goes to ${devices} devices.`,
  mailGoes: (email: string) => `E-mail goes to ${email}.`,
  noMail: 'Your account has no e-mail yet.',
  addMail: 'Add e-mail',
  smsGoes: (phone: string) => `SMS goes to ${phone}.`,
  ask: 'Remind me on this device',
  askText: '15 and 5 min before your time is up',
  turnOn: 'Turn on',
  notNow: 'Not now',
  turnedOn: 'ParkIt will remind you here.',
}
