// The site map: every address, the screen behind it, and who may open it. Spelling and case as recorded, lower case too.

import type { ComponentType, ReactNode } from 'react'
import { type FrameKind, ParkItFrame } from '#app/frame/frame.ts'
import { useLive } from '#app/live/live.ts'
import { getPlace, Navigate, navigate, type Place, useLocation } from '#platform/address.tsx'
import { lazyScreen } from '#platform/chunk.ts'
import { nextPath } from '#platform/next.ts'
import { useSession } from '#platform/session.ts'
import type { ScreenName } from './screens.ts'

const Landing = lazyScreen(() => import('#driver/account/LandingScreen.tsx'))
const Home = lazyScreen(() => import('#parking/home/HomeScreen.tsx'))
const Receipt = lazyScreen(() => import('#parking/sessions/ReceiptScreen.tsx'))
const Find = lazyScreen(() => import('#city/places/FindScreen.tsx'))
const Wallet = lazyScreen(() => import('#money/account/WalletScreen.tsx'))

/** A screen on which few visits begin: the list of its files is no part of the first view. */
const laterScreen = (name: ScreenName) =>
  lazyScreen(async (): Promise<{ default: ComponentType }> => (await loadScreens()).screens[name]())
/** Called once the first screen is there, so that no press waits for it. */
export const loadScreens = () => import('./screens.ts')

const Login = laterScreen('login')
const Register = laterScreen('register')
const Code = laterScreen('code')
const ResetPassword = laterScreen('resetPassword')
const QuickPark = laterScreen('quickPark')
const Complete = laterScreen('complete')
const ConfirmEmail = laterScreen('confirmEmail')
const Recover = laterScreen('recover')
const StopRecovery = laterScreen('stopRecovery')
const Trusted = laterScreen('trusted')
const Forgot = laterScreen('forgot')
const Feedback = laterScreen('feedback')
const Support = laterScreen('support')
const RequestCall = laterScreen('requestCall')
const Chat = laterScreen('chat')
const SupportEmail = laterScreen('supportEmail')
const Desk = laterScreen('desk')
const Legal = laterScreen('legal')
const Accessibility = laterScreen('accessibility')
const Profile = laterScreen('profile')
const EditProfile = laterScreen('editProfile')
const SignScreen = laterScreen('sign')
const Scan = laterScreen('scan')
const Until = laterScreen('until')
const MyCar = laterScreen('myCar')
const SelectVehicle = laterScreen('selectVehicle')
const Dashboard = laterScreen('dashboard')
const Closing = laterScreen('closing')
const Past = laterScreen('past')
const SessionDetail = laterScreen('sessionDetail')
const Notices = laterScreen('notices')
const Attempts = laterScreen('attempts')
const Zone = laterScreen('zone')
const Vehicles = laterScreen('vehicles')
const VehicleForm = laterScreen('vehicleForm')
const StripePage = laterScreen('stripePage')
const AddMoney = laterScreen('addMoney')
const Subscription = laterScreen('subscription')

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
  [Open, { '/otp': Code, '/register': Register, '/terms': Legal, '/privacy': Legal, '/accessibility': Accessibility }],
  [Open, { '/recover': Recover, '/stoprecovery': StopRecovery, '/trusted': Trusted }],
  // staff sign in there, whether or not a driver is signed in
  [Open, { '/desk': Desk }],
  // whoever reads a sign; the address goes on with city and zone (D-127)
  [Open, { '/z': SignScreen, '/scan': Scan }],
  // whoever has the link; the address goes on with its code
  [Open, { '/until': Until }],
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
      '/mycar': MyCar,
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
  const open = /^\/(z|until)(?=\/)/.exec(plain)?.[0]
  const found = site.get(open ?? plain)
  const path = open ? plain : (found?.path ?? '')
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
