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
  emptyBay: 'An empty bay',
  levels,
  stallsFree: (free: number) => `${free} of 5 spaces free`,
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  back: 'Back',
  close: 'Close',
  less: (minutes: number) => `${minutes} minutes less`,
  more: (minutes: number) => `${minutes} minutes more`,
  max: (text: string) => `${text} max`,
  tryAgain: 'Try again',
  loading: 'Loading',
  panelSize: 'Size of the list',
  progress: 'in progress',
  endedSignIn: 'Your sign-in has ended',
  endedSignInText: 'Sign in again to see your parking. What runs goes on, and your receipts stay.',
  checkConnection: 'Check your connection and try again.',
  signIn: 'Sign in',
  asOf: (age: string) => `No signal. As of ${age} ago.`,
  asOfNow: 'No signal. As of a moment ago.',
  pastParkings: 'Past Parkings',
  noAnswer: 'Server Not Responding',
}
