// The words of a page whose scripts did not load, English.
export const en = {
  loadFailed: 'ParkIt could not be loaded. Check your connection, then try again.',
  tryAgain: 'Try again',
}
