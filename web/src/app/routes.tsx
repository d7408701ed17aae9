// The site map: every address, the screen behind it, and who may open it. Spelling and case as recorded, lower case too.

import type { ReactNode } from 'react'
import { type FrameKind, ParkItFrame } from '#app/frame/frame.ts'
import { useLive } from '#app/live/live.ts'
import { getPlace, Navigate, navigate, type Place, useLocation } from '#platform/address.tsx'
import { lazyScreen } from '#platform/chunk.ts'
import { nextPath } from '#platform/next.ts'
import { useSession } from '#platform/session.ts'

const Landing = lazyScreen(() => import('#driver/account/LandingScreen.tsx'))
const Login = lazyScreen(() => import('#driver/account/LoginScreen.tsx'))
const Register = lazyScreen(() => import('#driver/account/RegisterScreen.tsx'))
const Code = lazyScreen(() => import('#driver/account/CodeScreen.tsx'))
const ResetPassword = lazyScreen(() => import('#driver/account/ResetPasswordScreen.tsx'))
const QuickPark = lazyScreen(() => import('#driver/account/quick/QuickParkScreen.tsx'))
const Complete = lazyScreen(() => import('#driver/account/quick/CompleteScreen.tsx'))
const ConfirmEmail = lazyScreen(() => import('#driver/account/email/ConfirmEmailScreen.tsx'))
const Recover = lazyScreen(() => import('#driver/account/recovery/RecoverScreen.tsx'))
const StopRecovery = lazyScreen(() => import('#driver/account/recovery/StopRecoveryScreen.tsx'))
const Forgot = lazyScreen(() => import('#driver/account/ForgotScreen.tsx'))
const Feedback = lazyScreen(() => import('#support/feedback/FeedbackScreen.tsx'))
const Support = lazyScreen(() => import('#support/overview/SupportScreen.tsx'))
const RequestCall = lazyScreen(() => import('#support/callbacks/RequestCallScreen.tsx'))
const Chat = lazyScreen(() => import('#support/chat/ChatScreen.tsx'))
const SupportEmail = lazyScreen(() => import('#support/emails/EmailScreen.tsx'))
const Desk = lazyScreen(() => import('#staff/desk/DeskScreen.tsx'))
const Legal = lazyScreen(() => import('#driver/account/LegalScreen.tsx'))
const Profile = lazyScreen(() => import('#driver/account/ProfileScreen.tsx'))
const EditProfile = lazyScreen(() => import('#driver/account/edit/EditProfileScreen.tsx'))
const Home = lazyScreen(() => import('#parking/home/HomeScreen.tsx'))
const SignScreen = lazyScreen(() => import('#parking/signs/SignScreen.tsx'))
const Scan = lazyScreen(() => import('#parking/signs/ScanScreen.tsx'))
const SelectVehicle = lazyScreen(() => import('#parking/sessions/SelectVehicleScreen.tsx'))
const Dashboard = lazyScreen(() => import('#parking/sessions/DashboardScreen.tsx'))
const Closing = lazyScreen(() => import('#parking/sessions/ClosingScreen.tsx'))
const Receipt = lazyScreen(() => import('#parking/sessions/ReceiptScreen.tsx'))
const Past = lazyScreen(() => import('#parking/past/PastScreen.tsx'))
const SessionDetail = lazyScreen(() => import('#parking/past/SessionDetailScreen.tsx'))
const Notices = lazyScreen(() => import('#messaging/notices/NoticesScreen.tsx'))
const Attempts = lazyScreen(() => import('#parking/attempts/AttemptsScreen.tsx'))
const Find = lazyScreen(() => import('#city/places/FindScreen.tsx'))
const Zone = lazyScreen(() => import('#city/places/ZoneScreen.tsx'))
const Vehicles = lazyScreen(() => import('#driver/vehicles/VehiclesScreen.tsx'))
const VehicleForm = lazyScreen(() => import('#driver/vehicles/VehicleFormScreen.tsx'))
const Wallet = lazyScreen(() => import('#money/account/WalletScreen.tsx'))
const StripePage = lazyScreen(() => import('#money/cards/StripePageScreen.tsx'))
const AddMoney = lazyScreen(() => import('#money/account/AddMoneyScreen.tsx'))
const Subscription = lazyScreen(() => import('#money/subscription/SubscriptionScreen.tsx'))

type Guard = (props: { children: ReactNode }) => ReactNode

/** Open to anyone. */
const Open: Guard = ({ children }) => children

/** The landing sends a signed-in driver or a guest to Home (D-02), or to the screen that was asked for. */
const Outside: Guard = ({ children }) => useWayIn(false) ?? children

/** So does /login; but a guest whom a screen asked to sign in (D-52) stays one until he does. */
const SignIn: Guard = ({ children }) => useWayIn(true) ?? children

function useWayIn(asksGuests: boolean) {
  const session = useSession()
  const next = new URLSearchParams(useLocation().search).get('next')
  if (session.isGuest() && !(asksGuests && next)) return <Navigate to="/homepage" />
  if (session.isSignedIn()) return <Navigate to={nextPath(next)} />
}

/** A token or the guest flag, else the landing by way of /parkit; the wanted address goes along (D-01). */
const Protected: Guard = ({ children }) => {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.isSignedIn() || session.isGuest()) return children
  return <Navigate to={`/parkit?next=${encodeURIComponent(pathname + search)}`} />
}

type Screens = Record<string, ReturnType<typeof lazyScreen>>

/** Without navigation. */
const bare: [Guard, Screens][] = [
  [Outside, { '/parkit1': Landing, '/parkit2': Landing, '/parkit3': Landing }],
  [SignIn, { '/login': Login }],
  [Open, { '/otp': Code, '/register': Register, '/terms': Legal, '/privacy': Legal }],
  [Open, { '/recover': Recover, '/stoprecovery': StopRecovery }],
  // staff sign in there, whether or not a driver is signed in
  [Open, { '/desk': Desk }],
  // whoever reads a sign; the address goes on with city and zone (D-127)
  [Open, { '/z': SignScreen, '/scan': Scan }],
  [Protected, { '/QuickParkRegister': QuickPark }],
]

/** With the navigation bar. */
const main: [Guard, Screens][] = [
  [Open, { '/homepage': Home }],
  [
    Protected,
    {
      '/pastpark': Past,
      '/mappage': Past,
      '/supportpage': Support,
      '/requestcall': RequestCall,
      '/chatsupport': Chat,
      '/emailSupport': SupportEmail,
      '/findparking': Find,
      '/findParkingMap': Find,
      '/account': Wallet,
      '/profile': Profile,
    },
  ],
]

/** One task at a time: only the rail, and no bar on a phone. */
const inner: [Guard, Screens][] = [
  [
    Protected,
    {
      '/parkdetails': Zone,
      '/SelectVehicle': SelectVehicle,
      '/dashboard': Dashboard,
      '/ClosingReceipt': Closing,
      '/confirmlocation': Receipt,
      '/ParkingSessionDetail': SessionDetail,
      '/addmoney': AddMoney,
      '/subscription': Subscription,
      '/stripepage': StripePage,
      '/myvehicles': Vehicles,
      '/addvehicles': VehicleForm,
      '/forgot': Forgot,
      '/resetpassword': ResetPassword,
      '/completeaccount': Complete,
      '/confirmemail': ConfirmEmail,
      '/editprofile': EditProfile,
      '/feedback': Feedback,
      '/notifications': Notices,
      '/attempts': Attempts,
    },
  ],
]

const site = new Map(
  Object.entries({ bare, main, inner }).flatMap(([kind, groups]) =>
    groups.flatMap(([Guard, screens]) =>
      Object.entries(screens).map(
        ([path, Screen]) => [path.toLowerCase(), { kind: kind as FrameKind, Guard, path, Screen }] as const,
      ),
    ),
  ),
)

/**
 * Found without regard to case and to a last slash; `to` has the recorded spelling, which is what screens and the
 * navigation compare with. The root and every unknown path lead to the landing.
 */
function find({ pathname, search, hash }: Place) {
  const plain = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  const isSign = plain.startsWith('/z/')
  const found = site.get(isSign ? '/z' : plain)
  const path = isSign ? plain : (found?.path ?? '')
  return found ? { ...found, path, to: path + search + hash } : { ...site.get('/parkit3')!, to: `/parkit3${search}` }
}

/** What the first picture shows (first-view.tsx): drawn in its place without a gap. */
export const preloadFirst = () => find(getPlace()).Screen.preload()

/** Before anything is drawn, so that the first picture stays where it is. */
export function settleAddress(): void {
  const { path, to } = find(getPlace())
  if (getPlace().pathname !== path) navigate(to, { replace: true })
}

export function SiteMap() {
  useLive()
  const place = useLocation()
  const { kind, Guard, path, Screen, to } = find(place)
  return (
    <ParkItFrame kind={kind}>
      <Guard>{place.pathname === path ? <Screen /> : <Navigate to={to} />}</Guard>
    </ParkItFrame>
  )
}
