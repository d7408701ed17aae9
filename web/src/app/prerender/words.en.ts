// The words of a page whose scripts did not load, English.
export const en = {
  loadFailed: 'ParkIt didn’t load. Check your connection.',
  tryAgain: 'Try again',
}
