// How each screen is loaded on which few visits begin: in a file of its own, because the list of their files is 3 kB.
import type { ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

export const screens = {
  login: () => import('#driver/account/LoginScreen.tsx'),
  register: () => import('#driver/account/RegisterScreen.tsx'),
  code: () => import('#driver/account/CodeScreen.tsx'),
  resetPassword: () => import('#driver/account/ResetPasswordScreen.tsx'),
  quickPark: () => import('#driver/account/quick/QuickParkScreen.tsx'),
  complete: () => import('#driver/account/quick/CompleteScreen.tsx'),
  confirmEmail: () => import('#driver/account/email/ConfirmEmailScreen.tsx'),
  recover: () => import('#driver/account/recovery/RecoverScreen.tsx'),
  stopRecovery: () => import('#driver/account/recovery/StopRecoveryScreen.tsx'),
  trusted: () => import('#driver/account/trusted/TrustedScreen.tsx'),
  forgot: () => import('#driver/account/ForgotScreen.tsx'),
  feedback: () => import('#support/feedback/FeedbackScreen.tsx'),
  support: () => import('#support/overview/SupportScreen.tsx'),
  requestCall: () => import('#support/callbacks/RequestCallScreen.tsx'),
  chat: () => import('#support/chat/ChatScreen.tsx'),
  supportEmail: () => import('#support/emails/EmailScreen.tsx'),
  desk: () => import('#staff/desk/DeskScreen.tsx'),
  legal: () => import('#driver/account/LegalScreen.tsx'),
  accessibility: () => import('#support/accessibility/AccessibilityScreen.tsx'),
  profile: () => import('#driver/account/ProfileScreen.tsx'),
  editProfile: () => import('#driver/account/edit/EditProfileScreen.tsx'),
  sign: () => import('#parking/signs/SignScreen.tsx'),
  scan: () => import('#parking/signs/ScanScreen.tsx'),
  until: () => import('#parking/until/UntilScreen.tsx'),
  myCar: () => import('#parking/car/MyCarScreen.tsx'),
  selectVehicle: () => import('#parking/sessions/SelectVehicleScreen.tsx'),
  dashboard: () => import('#parking/sessions/DashboardScreen.tsx'),
  closing: () => import('#parking/sessions/ClosingScreen.tsx'),
  past: () => import('#parking/past/PastScreen.tsx'),
  sessionDetail: () => import('#parking/past/SessionDetailScreen.tsx'),
  notices: () => import('#messaging/notices/NoticesScreen.tsx'),
  attempts: () => import('#parking/attempts/AttemptsScreen.tsx'),
  zone: () => import('#city/places/ZoneScreen.tsx'),
  vehicles: () => import('#driver/vehicles/VehiclesScreen.tsx'),
  vehicleForm: () => import('#driver/vehicles/VehicleFormScreen.tsx'),
  stripePage: () => import('#money/cards/StripePageScreen.tsx'),
  addMoney: () => import('#money/account/AddMoneyScreen.tsx'),
  subscription: () => import('#money/subscription/SubscriptionScreen.tsx'),
} satisfies Record<string, Load>

export type ScreenName = keyof typeof screens
