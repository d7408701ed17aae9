// What is said of a zone that closes for a time, English.
export const en = {
  now: (until: string) => `Closed until ${until}`,
  ahead: (from: string, until: string) => `Closed from ${from} to ${until}`,
  why: (reason: string) => `Reason: ${reason}.`,
  towed: 'Cars are towed.',
  moveAway: 'You can move your parking to another zone, with no fee.',
}
export type Words = typeof en
