// What the app says without a signal, English.
export const en = {
  noSignal: 'No signal',
  newVersion: 'A new version is ready',
  reload: 'Reload',
}
