// What saved places say, English.
export const en = {
  kinds: { home: 'Home', work: 'Work', other: 'Other' },
  save: 'Save place',
  change: 'Change saved place',
  saveAs: (name: string) => `Save ${name} as`,
  name: 'Name for this place',
  saved: 'Place saved',
  remove: 'Remove saved place',
  removed: 'Place removed',
}
