// What the notifications screen says, English.
export const en = {
  title: 'Notifications',
  failed: 'Your notifications didn’t load.',
  notSaved: 'Server Not Responding',
  device: 'This device',
  deviceStates: {
    on: 'You’ll get notifications here, even when ParkIt is closed.',
    off: 'Turn this on to get notifications on this device.',
    blocked: 'Blocked. Allow notifications for ParkIt in your browser’s settings.',
    install: 'Add ParkIt to your Home Screen, then turn this on there.',
    unsupported: 'This browser doesn’t support notifications. We’ll email or text you instead.',
  },
  deviceFailed: 'Notifications didn’t turn on. Try again.',
  /** the heading of the column of kinds, read out */
  kind: 'Notify me about',
  kinds: {
    ended: 'Parking ended',
    extended: 'Time added',
    receipt: 'Receipt',
    topUp: 'Money added',
    refund: 'Refund',
    plan: 'Deluxe plan',
    chat: 'Reply from support',
  },
  /** of the two reminders, by the driver’s own minutes */
  left: (minutes: number) => `${minutes} min left`,
  firstReminder: 'First reminder',
  lastReminder: 'Last reminder',
  before: (time: string) => `${time} before`,
  channels: { push: 'Push', mail: 'Email', sms: 'Text' },
  /** what a switch is called */
  by: (kind: string, channel: string) => `${kind}: ${channel}`,
  /** whatever is chosen: money that nobody pressed a button for */
  always: 'When something starts, extends, or reloads automatically, we always email or text you.',
  pushGoes: (devices: number) =>
    devices === 0
      ? 'No device gets push notifications yet.'
      : devices === 1
        ? 'On 1 device.'
        : `On ${devices} devices.`,
  mailGoes: (email: string) => `Emails go to ${email}.`,
  noMail: 'There’s no email on your account yet.',
  addMail: 'Add email',
  smsGoes: (phone: string) => `Texts go to ${phone}.`,
  countdown: 'Time left while parked',
  countdownText: 'A silent notification that counts down until your parking ends.',
  ask: 'Remind me on this device',
  askText: 'Before your time runs out',
  turnOn: 'Turn on',
  notNow: 'Not now',
  turnedOn: 'We’ll remind you on this device.',
}
