// What the account screens say, English.

export const en = {
  // landing
  product: 'ParkIt',
  headline: 'Park it. We’ll watch the clock.',
  promise: 'Type the zone on the sign, pay only for your time, and add more from wherever you are.',
  createAccount: 'Create account',
  signIn: 'Sign in',
  guest: 'Continue as guest',
  accept: (terms: string, privacy: string): string[] => ['By continuing you accept the ', terms, ' and ', privacy, '.'],
  terms: 'Terms',
  privacy: 'Privacy notice',

  // signing in
  welcome: 'Welcome back',
  signInText: 'Sign in to see your parking, wallet and plates.',
  login: 'E-mail or phone',
  password: 'Password',
  forgot: 'Forgot password?',
  signingIn: 'Signing in',
  or: 'or',
  sendCode: 'Send me a code instead',
  recoverAccount: 'Recover account',
  loginExample: 'you@example.com',
  continue: 'Continue',
  continueText: 'With a password, or a code we send you.',
  unconfirmedHint: 'If you haven’t confirmed your email yet, sign in with your phone number.',
  sending: 'Sending',

  // creating an account
  registerText: 'For your parking, wallet and plates.',
  firstName: 'First name',
  lastName: 'Last name',
  optional: 'optional',
  email: 'E-mail',
  phone: 'Phone',
  emailHelp: 'We mail a link to it. Until you open the link, you sign in with your phone.',
  phoneHelp: 'We text a code to it.',
  passwordHelp: (least: number) => `At least ${least} characters.`,
  haveAccount: 'Have an account?',
  creating: 'Creating',

  // the code
  codeTitle: 'Enter your code',
  code: 'Six-digit code',
  /** Before and after the number. */
  byText: ['Six digits, sent by text to ', '.'] as [string, string],
  byEmail: ['Six digits, sent by e-mail to ', '.'] as [string, string],
  otherNumber: 'Use a different number',
  otherEmail: 'Use a different e-mail',
  newCodeIn: (time: string) => `New code in ${time}`,
  sendNewCode: 'Send a new code',
  newCodeSent: 'A new code is on its way.',
  verify: 'Verify',
  verifying: 'Verifying',
  autofill: 'Your phone may offer to fill the code in for you.',
  sandboxCode: 'Sandbox: nothing is really sent. The code is',
  fillIn: 'Fill it in',
  startOver: 'Start over',
  noCodeAsked: 'No code was asked for here. Sign in, and ask for one.',
  noAccountYet: 'No account with it yet?',

  // a new password
  resetTitle: 'Choose a new password',
  changePassword: 'Change password',
  forgotText: 'A code comes first; then you choose a new password. You stay signed in on this device.',
  codeTo: (contact: string) => `Send code to ${contact}`,
  resetText: 'Your other devices are signed out with it.',
  newPassword: 'New password',
  savePassword: 'Save password',
  saving: 'Saving',
  passwordSaved: 'Password saved.',
  askNewCode: 'Ask for a new code',

  // the account
  account: 'Account',
  wallet: 'Wallet',
  profileFailed: 'Your profile didn’t load.',
  vehicles: 'My Vehicles',
  triedOffline: 'Tried without a signal',
  language: 'Language',
  languageFailed: 'The language is kept on this device, but not yet for your messages.',
  support: 'Support',
  feedback: 'Give feedback',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', auto: 'Auto' },
  logout: 'Logout',
  logoutTitle: 'Logout?',
  logoutText: 'Are you sure you want to logout?',
  unsentPresses: (n: number) =>
    n === 1
      ? 'A start, extension or stop has no answer yet. It waits here for your next sign-in.'
      : `${n} starts, extensions or stops have no answer yet. They wait here for your next sign-in.`,
  unsentText: (n: number) =>
    `${n === 1 ? '1 message' : `${n} messages`} to support could not be sent yet. What waits is sent when you sign in here again.`,
  logoutYes: 'Yes, Logout',
  logoutNo: 'NO',
}
