// The words of the shared components, English.

const levels = {
  plenty: 'Plenty of space',
  filling: 'Filling up',
  nearly: 'Nearly full',
  full: 'Full',
  unknown: 'No live count',
}

export const en = {
  language: 'Language',
  zone: 'Zone',
  zoneName: (zone: string) => `Zone ${zone}`,
  plateName: (state: string, plate: string) => `${state} plate ${plate}`,
  emptyBay: 'An empty space',
  levels,
  openOf: (open: number, capacity: number) => `${open} of ${capacity} open`,
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  back: 'Back',
  close: 'Close',
  less: (minutes: number) => `${minutes} fewer minutes`,
  more: (minutes: number) => `${minutes} more minutes`,
  max: (text: string) => `${text} max`,
  tryAgain: 'Try again',
  loading: 'Loading…',
  panelSize: 'Resize list',
  progress: 'in progress',
  endedSignIn: 'You’ve been signed out',
  endedSignInText: 'Sign in again to see your parking. Active sessions continue and your receipts are saved.',
  checkConnection: 'Check your connection and try again.',
  signIn: 'Sign in',
  asOf: (age: string) => `No signal. Updated ${age} ago.`,
  asOfNow: 'No signal. Updated just now.',
  pastParkings: 'Past Parkings',
  noAnswer: 'Server Not Responding',
}
