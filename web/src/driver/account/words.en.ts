// What the account screens say, English.

export const en = {
  // landing
  product: 'ParkIt',
  headline: 'Park it. We’ll watch the clock.',
  promise: 'Enter the zone on the sign, pay only for your time, and add more from anywhere.',
  createAccount: 'Create account',
  signIn: 'Sign in',
  guest: 'Continue as guest',
  accept: (terms: string, privacy: string): string[] => [
    'By continuing, you agree to the ',
    terms,
    ' and ',
    privacy,
    '.',
  ],
  terms: 'Terms',
  privacy: 'Privacy Notice',
  accessibility: 'Accessibility',

  // signing in
  welcome: 'Welcome back',
  signInText: 'Sign in to see your parking, wallet, and vehicles.',
  login: 'Email or phone',
  password: 'Password',
  forgot: 'Forgot password?',
  signingIn: 'Signing in…',
  or: 'or',
  sendCode: 'Email or text me a code',
  recoverAccount: 'Recover account',
  loginExample: 'you@example.com',
  continue: 'Continue',
  continueText: 'Use a password or a code we send you.',
  unconfirmedHint: 'If you haven’t confirmed your email yet, sign in with your phone number.',
  sending: 'Sending…',

  // creating an account
  registerText: 'Keep your parking, wallet, and vehicles in one place.',
  firstName: 'First name',
  lastName: 'Last name',
  optional: 'optional',
  email: 'Email',
  phone: 'Phone',
  emailHelp: 'We’ll email you a link. Until you open the link, sign in with your phone.',
  phoneHelp: 'We’ll text you a code.',
  passwordHelp: (least: number) => `At least ${least} characters.`,
  haveAccount: 'Already have an account?',
  creating: 'Creating…',

  // the code
  codeTitle: 'Enter your code',
  code: '6-digit code',
  /** Before and after the number. */
  byText: ['We texted a 6-digit code to ', '.'] as [string, string],
  byEmail: ['We emailed a 6-digit code to ', '.'] as [string, string],
  otherNumber: 'Use a different number',
  otherEmail: 'Use a different email',
  newCodeIn: (time: string) => `Get a new code in ${time}`,
  sendNewCode: 'Get a new code',
  newCodeSent: 'We sent you a new code.',
  verify: 'Verify',
  verifying: 'Verifying…',
  autofill: 'Your phone may fill in the code for you.',
  sandboxCode: 'Sandbox: no message was sent. Your code is',
  fillIn: 'Fill in code',
  startOver: 'Start over',
  noCodeAsked: 'We haven’t sent you a code. Sign in to get one.',
  noAccountYet: 'New to ParkIt?',

  // a new password
  resetTitle: 'Choose a new password',
  changePassword: 'Change password',
  forgotText: 'We’ll send you a code, then you choose a new password. You’ll stay signed in here.',
  codeTo: (contact: string) => `Send code to ${contact}`,
  resetText: 'This signs you out on your other devices.',
  newPassword: 'New password',
  savePassword: 'Save password',
  saving: 'Saving…',
  passwordSaved: 'Password saved.',
  askNewCode: 'Get a new code',

  // the account
  account: 'Account',
  wallet: 'Wallet',
  profileFailed: 'Your profile didn’t load.',
  vehicles: 'My Vehicles',
  triedOffline: 'Offline requests',
  language: 'Language',
  languageFailed: 'Saved on this device. Your messages stay in the old language for now.',
  support: 'Support',
  feedback: 'Give feedback',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', auto: 'Auto' },
  logout: 'Logout',
  logoutTitle: 'Logout?',
  logoutText: 'Are you sure you want to logout?',
  unsentPresses: (n: number) =>
    n === 1
      ? '1 request to start, extend, or stop parking not confirmed yet. We’ll keep it on this device until you sign in again.'
      : `${n} requests to start, extend, or stop parking not confirmed yet. We’ll keep them on this device until you sign in again.`,
  unsentText: (n: number) =>
    n === 1
      ? '1 message to support not sent yet. We’ll send it when you sign in here again.'
      : `${n} messages to support not sent yet. We’ll send them when you sign in here again.`,
  logoutYes: 'Yes, Logout',
  logoutNo: 'NO',
}
