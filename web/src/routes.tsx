// The site map: every address, the screen behind it, and who may open it. Spelling and case as recorded, lower case too.
import type { ComponentType } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { useLive } from './live/useLive.ts'
import { nextPath } from './platform/next.ts'
import { useSession } from './platform/session.ts'
import { lazyScreen } from './shell/chunk.ts'
import { ParkItFrame } from './shell/ParkItFrame.tsx'

const Landing = lazyScreen(() => import('./account/LandingScreen.tsx'))
const Login = lazyScreen(() => import('./account/LoginScreen.tsx'))
const Register = lazyScreen(() => import('./account/RegisterScreen.tsx'))
const Code = lazyScreen(() => import('./account/CodeScreen.tsx'))
const ResetPassword = lazyScreen(() => import('./account/ResetPasswordScreen.tsx'))
const QuickPark = lazyScreen(() => import('./account/quick/QuickParkScreen.tsx'))
const Complete = lazyScreen(() => import('./account/quick/CompleteScreen.tsx'))
const Forgot = lazyScreen(() => import('./account/ForgotScreen.tsx'))
const Feedback = lazyScreen(() => import('./support/FeedbackScreen.tsx'))
const Support = lazyScreen(() => import('./support/SupportScreen.tsx'))
const RequestCall = lazyScreen(() => import('./support/RequestCallScreen.tsx'))
const Chat = lazyScreen(() => import('./support/ChatScreen.tsx'))
const SupportEmail = lazyScreen(() => import('./support/EmailScreen.tsx'))
const Desk = lazyScreen(() => import('./desk/DeskScreen.tsx'))
const Legal = lazyScreen(() => import('./account/LegalScreen.tsx'))
const Profile = lazyScreen(() => import('./account/ProfileScreen.tsx'))
const EditProfile = lazyScreen(() => import('./account/edit/EditProfileScreen.tsx'))
const Home = lazyScreen(() => import('./parking/HomeScreen.tsx'))
const SelectVehicle = lazyScreen(() => import('./parking/SelectVehicleScreen.tsx'))
const Dashboard = lazyScreen(() => import('./parking/DashboardScreen.tsx'))
const Closing = lazyScreen(() => import('./parking/ClosingScreen.tsx'))
const Receipt = lazyScreen(() => import('./parking/ReceiptScreen.tsx'))
const Past = lazyScreen(() => import('./parking/past/PastScreen.tsx'))
const SessionDetail = lazyScreen(() => import('./parking/past/SessionDetailScreen.tsx'))
const Notices = lazyScreen(() => import('./notices/NoticesScreen.tsx'))
const Attempts = lazyScreen(() => import('./offline/AttemptsScreen.tsx'))
const Find = lazyScreen(() => import('./places/FindScreen.tsx'))
const Zone = lazyScreen(() => import('./places/ZoneScreen.tsx'))
const Vehicles = lazyScreen(() => import('./vehicles/VehiclesScreen.tsx'))
const VehicleForm = lazyScreen(() => import('./vehicles/VehicleFormScreen.tsx'))
const Wallet = lazyScreen(() => import('./wallet/WalletScreen.tsx'))
const StripePage = lazyScreen(() => import('./cards/StripePageScreen.tsx'))
const AddMoney = lazyScreen(() => import('./wallet/AddMoneyScreen.tsx'))
const Subscription = lazyScreen(() => import('./subscription/SubscriptionScreen.tsx'))

type Listed = [path: string, screen: ComponentType]

/** What the first picture shows (first-view.tsx): drawn in its place without a gap. */
export const preloadFirst = (pathname: string) => (/^\/homepage$/i.test(pathname) ? Home : Landing).preload()

/**
 * React Router matches without regard to case and to a last slash, so lower case is reached too; the address then takes
 * the recorded spelling, which is what screens and the navigation compare with.
 */
function Spelled({ path, Screen }: { path: string; Screen: ComponentType }) {
  const { pathname, search, hash } = useLocation()
  return pathname === path ? <Screen /> : <Navigate to={path + search + hash} replace />
}

/** Open to anyone, without navigation. */
const openRoutes: Listed[] = [
  ['/otp', Code],
  ['/register', Register],
  ['/terms', Legal],
  ['/privacy', Legal],
]

/** Protected, with the navigation bar. */
const mainRoutes: Listed[] = [
  ['/pastpark', Past],
  ['/mappage', Past],
  ['/supportpage', Support],
  ['/requestcall', RequestCall],
  ['/chatsupport', Chat],
  ['/emailSupport', SupportEmail],
  ['/findparking', Find],
  ['/findParkingMap', Find],
  ['/account', Wallet],
  ['/profile', Profile],
]

/** Protected, one task at a time: the rail alone, and no bar on a phone. */
const innerRoutes: Listed[] = [
  ['/parkdetails', Zone],
  ['/SelectVehicle', SelectVehicle],
  ['/dashboard', Dashboard],
  ['/ClosingReceipt', Closing],
  ['/confirmlocation', Receipt],
  ['/ParkingSessionDetail', SessionDetail],
  ['/addmoney', AddMoney],
  ['/subscription', Subscription],
  ['/stripepage', StripePage],
  ['/myvehicles', Vehicles],
  ['/addvehicles', VehicleForm],
  ['/forgot', Forgot],
  ['/resetpassword', ResetPassword],
  ['/completeaccount', Complete],
  ['/editprofile', EditProfile],
  ['/feedback', Feedback],
  ['/notifications', Notices],
  ['/attempts', Attempts],
]

/**
 * The landing and /login send whoever is already inside to Home (D-02), or on to where they were going.
 * A guest whom a screen asked to sign in (D-52) may: he stays a guest until he does.
 */
function Outside({ asksGuests }: { asksGuests?: boolean }) {
  const session = useSession()
  const next = new URLSearchParams(useLocation().search).get('next')
  if (session.isGuest() && !(asksGuests && next)) return <Navigate to="/homepage" replace />
  if (session.isSignedIn()) return <Navigate to={nextPath(next)} replace />
  return <Outlet />
}

/** A token or the guest flag, else the landing by way of /parkit; the wanted address is kept (D-01). */
function Protected() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.isSignedIn() || session.isGuest()) return <Outlet />
  return <Navigate to={`/parkit?next=${encodeURIComponent(pathname + search)}`} replace />
}

/** The root and every unknown path. */
function ToLanding() {
  return <Navigate to={`/parkit3${useLocation().search}`} replace />
}

const list = (routes: Listed[]) =>
  routes.map(([path, Screen]) => <Route key={path} path={path} element={<Spelled path={path} Screen={Screen} />} />)

export function SiteMap() {
  useLive()
  return (
    <Routes>
      <Route element={<ParkItFrame kind="bare" />}>
        <Route element={<Outside />}>
          {list([
            ['/parkit1', Landing],
            ['/parkit2', Landing],
            ['/parkit3', Landing],
          ])}
        </Route>
        <Route element={<Outside asksGuests />}>{list([['/login', Login]])}</Route>
        {list(openRoutes)}
        {/* staff sign in there, whoever else is at this browser */}
        {list([['/desk', Desk]])}
        <Route element={<Protected />}>{list([['/QuickParkRegister', QuickPark]])}</Route>
      </Route>
      <Route element={<ParkItFrame kind="main" />}>
        {list([['/homepage', Home]])}
        <Route element={<Protected />}>{list(mainRoutes)}</Route>
      </Route>
      <Route element={<ParkItFrame kind="inner" />}>
        <Route element={<Protected />}>{list(innerRoutes)}</Route>
      </Route>
      <Route path="*" element={<ToLanding />} />
    </Routes>
  )
}
