// What the app says without a signal, English.
export const en = {
  noSignal: 'No signal',
  asOf: (age: string) => `No signal. As of ${age} ago.`,
  asOfNow: 'No signal. As of a moment ago.',
  newVersion: 'A new version is ready',
  reload: 'Reload',
}
