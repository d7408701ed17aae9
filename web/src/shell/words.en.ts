// What the shell itself says, English. The heading of the error view stands as recorded.
export const en = {
  navigation: 'Main',
  skip: 'Skip to the content',
  sandbox: 'Sandbox',
  errorHeading: 'Unexpected Application Error!',
  errorSafe: 'What you paid for is safe: a running session goes on and its receipt stays.',
  chunkText: 'This part of ParkIt could not be loaded. Check your connection, then reload.',
  home: 'Home',
  reload: 'Reload',
  loading: 'Loading',
  pastParkings: 'Past Parkings',
  guestPast: 'Sign in to see your past sessions.',
  findParking: 'Find Parking',
  account: 'Account',
  unauthorized: 'Unauthorized',
}
