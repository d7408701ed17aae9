// The protected addresses of the specification in its order, with what stands there for a driver and for a guest.

export type Protected = {
  path: string
  /** the screen's file */
  screen: string
  /** of a driver with a vehicle and no session */
  heading: string | RegExp
  /** where the driver ends, if elsewhere */
  driverAt?: string
  /** where a guest ends, if elsewhere: what needs an account asks for one and leads back (D-52) */
  guestAt?: string
}

const signInTo = (path: string) => `/login?next=${encodeURIComponent(path)}`

export const routes: Protected[] = [
  {
    path: '/dashboard',
    screen: 'web/src/parking/sessions/DashboardScreen.tsx',
    heading: 'Parking session',
    guestAt: signInTo('/dashboard'),
  },
  {
    path: '/SelectVehicle',
    screen: 'web/src/parking/sessions/SelectVehicleScreen.tsx',
    heading: 'Select Vehicle',
    guestAt: '/QuickParkRegister?next=%2FSelectVehicle',
  },
  {
    path: '/subscription',
    screen: 'web/src/money/subscription/SubscriptionScreen.tsx',
    heading: 'Subscription',
  },
  {
    path: '/forgot',
    screen: 'web/src/driver/account/ForgotScreen.tsx',
    heading: 'Forgot password?',
    guestAt: signInTo('/forgot'),
  },
  {
    path: '/confirmlocation',
    screen: 'web/src/parking/sessions/ReceiptScreen.tsx',
    heading: 'Receipt',
    guestAt: signInTo('/confirmlocation'),
  },
  {
    path: '/ClosingReceipt',
    screen: 'web/src/parking/sessions/ClosingScreen.tsx',
    heading: /^Good/,
    // nothing has just ended
    driverAt: '/homepage',
    guestAt: signInTo('/ClosingReceipt'),
  },
  {
    path: '/resetpassword',
    screen: 'web/src/driver/account/ResetPasswordScreen.tsx',
    heading: 'Choose a new password',
    guestAt: signInTo('/resetpassword'),
  },
  { path: '/parkdetails', screen: 'web/src/city/places/ZoneScreen.tsx', heading: 'Zone not found' },
  {
    path: '/ParkingSessionDetail',
    screen: 'web/src/parking/past/SessionDetailScreen.tsx',
    heading: 'Parking session',
    guestAt: signInTo('/ParkingSessionDetail'),
  },
  {
    path: '/supportpage',
    screen: 'web/src/support/overview/SupportScreen.tsx',
    heading: 'Support',
  },
  { path: '/account', screen: 'web/src/money/account/WalletScreen.tsx', heading: 'Current Balance' },
  { path: '/profile', screen: 'web/src/driver/account/ProfileScreen.tsx', heading: 'Maya Torres' },
  {
    path: '/requestcall',
    screen: 'web/src/support/callbacks/RequestCallScreen.tsx',
    heading: 'Request call back',
  },
  { path: '/pastpark', screen: 'web/src/parking/past/PastScreen.tsx', heading: 'Past Parkings' },
  {
    path: '/editprofile',
    screen: 'web/src/driver/account/edit/EditProfileScreen.tsx',
    heading: 'Edit Profile',
    guestAt: signInTo('/editprofile'),
  },
  {
    path: '/myvehicles',
    screen: 'web/src/driver/vehicles/VehiclesScreen.tsx',
    heading: 'My Vehicles',
    guestAt: signInTo('/myvehicles'),
  },
  {
    path: '/addvehicles',
    screen: 'web/src/driver/vehicles/VehicleFormScreen.tsx',
    heading: 'Add Vehicle',
    guestAt: signInTo('/addvehicles'),
  },
  { path: '/stripepage', screen: 'web/src/money/cards/StripePageScreen.tsx', heading: 'Secure Card Authorization' },
  {
    path: '/chatsupport',
    screen: 'web/src/support/chat/ChatScreen.tsx',
    heading: 'Support Chat',
  },
  {
    path: '/emailSupport',
    screen: 'web/src/support/emails/EmailScreen.tsx',
    heading: 'Support Email',
  },
  { path: '/addmoney', screen: 'web/src/money/account/AddMoneyScreen.tsx', heading: /^Add money$/i },
  { path: '/mappage', screen: 'web/src/parking/past/PastScreen.tsx', heading: 'Past Parkings' },
  { path: '/findparking', screen: 'web/src/city/places/FindScreen.tsx', heading: 'Find Parking' },
  { path: '/findParkingMap', screen: 'web/src/city/places/FindScreen.tsx', heading: 'Find Parking' },
  {
    path: '/QuickParkRegister',
    screen: 'web/src/driver/account/quick/QuickParkScreen.tsx',
    heading: 'Quick park',
  },
  {
    path: '/feedback',
    screen: 'web/src/support/feedback/FeedbackScreen.tsx',
    heading: 'Feedback',
    guestAt: signInTo('/feedback'),
  },
]
