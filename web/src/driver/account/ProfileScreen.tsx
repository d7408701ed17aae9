// The profile side of the account: who the driver is, his vehicles, language and theme, and the way out.
import './account.css'
import './quick/quick.css'
import { moneyText } from '@parkit/contract/platform/money'
import { useQuery } from '@tanstack/react-query'
import { Accessibility, Car, CloudOff, FileText, Headset, KeyRound, ShieldCheck, Star, Wallet } from 'lucide-react'
import { OptionsCard } from '#driver/options/options.ts'
import { useVehicles } from '#driver/vehicles/vehicles.ts'
import { NoticesRow } from '#messaging/notices/notices.ts'
import { SubscriptionRow } from '#money/subscription/subscription.ts'
import { AccountSwitch, GuestInvitation, useBalance } from '#money/wallet/wallet.ts'
import { phoneText } from '#platform/contact-text.ts'
import { findCounters } from '#platform/pending-work.ts'
import { session, useSession } from '#platform/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { SignInAgain } from '#ui/Reload.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { DataRows } from './data/DataRows.tsx'
import { useEditWords } from './edit/words.ts'
import { UnconfirmedEmail } from './email/UnconfirmedEmail.tsx'
import { LogoutRow } from './Logout.tsx'
import { PasskeysRow } from './passkeys/PasskeysRow.tsx'
import { PhotoButton } from './photo/PhotoButton.tsx'
import { PlacardRow } from './placard/PlacardRow.tsx'
import { useUser } from './profile-query.ts'
import { useQuickWords } from './quick/words.ts'
import { RunningRecovery } from './recovery/RunningRecovery.tsx'
import { LanguageRow, ThemeRow } from './SettingRows.tsx'
import { TrustedRow } from './trusted/TrustedRow.tsx'
import { useAccountWords } from './words.ts'

export default function ProfileScreen() {
  const words = useAccountWords()
  const signedIn = useSession().isSignedIn()
  return (
    <Screen
      title={words.account}
      className="profile"
      top={<TopBar title={words.account} actions={<AccountSwitch side="/profile" />} />}
    >
      {signedIn && <RunningRecovery />}
      {signedIn ? <Driver /> : <GuestInvitation />}
      {signedIn && <OptionsCard />}
      <List className="profile__rows">
        {signedIn && <VehiclesRow />}
        {signedIn && <PlacardRow />}
        {signedIn && <WalletRow />}
        {signedIn && <SubscriptionRow />}
        {signedIn && <NoticesRow />}
        {signedIn && <TrustedRow />}
        {signedIn && <OfflineRequestsRow />}
        <LanguageRow />
        <ThemeRow />
        {signedIn && <Row icon={<KeyRound size={24} />} title={words.changePassword} to="/forgot" />}
        {signedIn && <PasskeysRow />}
        {signedIn && <Row icon={<Headset size={24} />} title={words.support} to="/supportpage" />}
        {signedIn && <Row icon={<Star size={24} />} title={words.feedback} to="/feedback" />}
        <Row icon={<FileText size={24} />} title={words.terms} to="/terms" />
        <Row icon={<ShieldCheck size={24} />} title={words.privacy} to="/privacy" />
        <Row icon={<Accessibility size={24} />} title={words.accessibility} to="/accessibility" />
        {signedIn && <DataRows />}
        {signedIn && <LogoutRow />}
      </List>
    </Screen>
  )
}

/** What the device knows stands there at once; the server's answer takes its place. */
function Driver() {
  const words = useAccountWords()
  const edit = useEditWords().edit
  const quick = useQuickWords()
  const { user, query } = useUser()
  if (query.isError && !user) return <ReadFailed title={words.profileFailed} query={query} />
  if (!user)
    return (
      <Loading>
        <div className="profile__who">
          <Skeleton width={80} height={80} radius={40} />
          <Skeleton width={180} height={64} />
        </div>
      </Loading>
    )
  const name = `${user.FirstName} ${user.LastName}`.trim()
  return (
    <>
      <SignInAgain error={query.error} />
      <div className="profile__who">
        <PhotoButton user={user} />
        <div className="grow">
          <h2 className="t-h2 profile__line">{name || phoneText(user.PhoneNumber)}</h2>
          {user.EmailAddress && <Address text={user.EmailAddress} />}
          {name && <p className="t-sm t-2 num">{phoneText(user.PhoneNumber)}</p>}
        </div>
        <Button size="sm" className="caps" to="/editprofile">
          {edit}
        </Button>
      </div>
      <UnconfirmedEmail user={user} />
      {!user.EmailAddress && (
        <Banner
          tone="info"
          live={false}
          className="quick__claim"
          action={
            <Button size="sm" to="/completeaccount">
              {quick.completeIt}
            </Button>
          }
        >
          {quick.completeWhy}
        </Banner>
      )}
    </>
  )
}

/** Where it is too long for its line it breaks before the @, not within a word. */
function Address({ text }: { text: string }) {
  const at = text.lastIndexOf('@')
  return (
    <p className="t-sm t-2 profile__line">
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </p>
  )
}

function VehiclesRow() {
  const words = useAccountWords()
  const { data } = useVehicles()
  return <Row icon={<Car size={24} />} title={words.vehicles} note={data?.length} to="/myvehicles" />
}

function WalletRow() {
  const words = useAccountWords()
  const { data } = useBalance()
  return <Row icon={<Wallet size={24} />} title={words.wallet} note={data && moneyText(data.Balance)} to="/account" />
}

/** Nothing where there are none. */
function OfflineRequestsRow() {
  const words = useAccountWords()
  const memberId = session.memberId()
  const { data } = useQuery({
    queryKey: ['parking.attempts', 'count', memberId],
    queryFn: async () => (await findCounters())?.requests(memberId) ?? 0,
  })
  return data ? <Row icon={<CloudOff size={24} />} title={words.triedOffline} to="/attempts" /> : null
}
