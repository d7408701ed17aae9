// What keeps the time left in sight outside the app says, English.
export const en = {
  title: 'Reminders and sharing',
  parkedUntil: (time: string) => `Parked until ${time}`,
  /** of a notification, which may be read later */
  leftAsOf: (name: string, time: string, left: string, plate: string) =>
    `${name}. As of ${time}, ${left} left. Plate ${plate}.`,
  calendar: 'Add to calendar',
  calendarText: (first: number, last: number) => `With alarms ${first} and ${last} min before time runs out`,
  calendarUpdate: 'Update calendar entry',
  calendarOld: 'Your calendar has an earlier end time',
  calendarAdded: 'In your calendar',
  ends: (name: string) => `Parking ends: ${name}`,
  entry: (time: string, plate: string) => `Your parking ends at ${time}. Plate ${plate}. Add time in ParkIt:`,
  share: 'Share “parked until”',
  making: 'Making the link…',
  shareText: 'The link shows the place and your time left. It ends with your parking.',
  sharing: 'Anyone with the link sees this place and your time left, until your parking ends.',
  shareFailed: 'Your link didn’t load.',
  shareLink: 'Share link',
  copyLink: 'Copy link',
  link: 'Link',
  copied: 'Link copied',
  copyFailed: 'This browser can’t share or copy. Select the link instead.',
  stop: 'Stop sharing',
  stopping: 'Stopping…',
  stopped: 'The link has ended.',
  message: (name: string, time: string) => `I’m parked at ${name} until ${time}.`,
}
