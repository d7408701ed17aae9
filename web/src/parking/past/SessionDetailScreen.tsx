// One past session: where it was, what happened when, what it cost, and the way to park there again.
import { zoneRef } from '@parkit/contract/platform/zone-number'
import {
  lineItems,
  paidVia,
  receiptDate,
  receiptHours,
  runningAt,
  useLatestSessions,
  useParkingWords,
  useReceipt,
} from '#parking/sessions/sessions.ts'
import './past.css'
import type { SessionDetail } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { Car, MessageCircleWarning, ReceiptText } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { vehicleName } from '#driver/vehicles/vehicles.ts'
import { SessionRefunds } from '#money/refunds/refunds.ts'
import { useCarSpot } from '#parking/car/car.ts'
import { Navigate, useLocation, useSearchParams } from '#platform/address.tsx'
import { now } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { addressIn, durationText } from '#platform/text.ts'
import { Button } from '#ui/Button.tsx'
import { Facts, Section } from '#ui/Panel.tsx'
import { Plate } from '#ui/Plate.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { KeyValue, List, Row } from '#ui/Row.tsx'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton, SkeletonRows } from '#ui/Skeleton.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { NoSessions } from './NoSessions.tsx'
import { TimeLine } from './TimeLine.tsx'
import { usePastWords } from './words.ts'

const SessionMap = lazy(() => import('./SessionMap.tsx'))

/** Without a session in the address, the latest. */
export default function SessionDetailScreen() {
  const words = usePastWords()
  const { pathname, search } = useLocation()
  const signedIn = useSession().isSignedIn()
  const named = useSearchParams()[0].get('session')
  const latest = useLatestSessions(1, named === null)
  const detail = useReceipt(named ?? latest.data?.Items[0]?.SessionId)
  if (!signedIn) return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} />
  const session = detail.data
  const none = named === null && latest.data?.Items.length === 0
  const failed = detail.isError ? detail : named === null && latest.isError ? latest : undefined
  return (
    <Screen
      title={words.detail}
      width="form"
      className="session"
      top={<TopBar title={words.detail} back={true} />}
      dock={session && <Actions session={session} />}
    >
      {session ? (
        <Detail session={session} />
      ) : none ? (
        <NoSessions />
      ) : failed ? (
        <ReadFailed title={words.detailFailed} query={failed} ofSession />
      ) : (
        <Loading>
          <Skeleton height={160} radius={20} />
          <SkeletonRows count={4} />
        </Loading>
      )}
    </Screen>
  )
}

function Detail({ session }: { session: SessionDetail }) {
  const words = usePastWords()
  const parking = useParkingWords()
  const language = useLanguage()
  const { Vehicle } = session
  const carSpot = useCarSpot()
  return (
    <>
      <div className="session__map">
        <Suspense>
          <SessionMap session={session} />
        </Suspense>
      </div>
      <div className="session__place">
        <Sign zone={session.ZoneNumber} size="md" />
        <div className="grow">
          <h2 className="t-h3" lang="en">
            {session.Name}
          </h2>
          <p className="t-sm t-2" lang="en">
            {addressIn(session)}
          </p>
        </div>
      </div>
      <p className="t-strong">
        <Facts items={[receiptDate(session, language), receiptHours(session, language)]} />
      </p>
      <p className="session__vehicle">
        <Plate plate={Vehicle.PlateNumber} state={Vehicle.PlateState} />
        <span className="t-2">
          <Facts items={[vehicleName(Vehicle), <Spoken key="stay" text={durationText(session.Minutes, language)} />]} />
        </span>
      </p>
      <Section title={words.timeLine} className="session__section">
        <TimeLine session={session} />
      </Section>
      <Section title={words.payment} className="session__section">
        <KeyValue
          items={[
            ...lineItems(session.Lines, parking, language),
            session.Refunded > 0 && { label: words.refunded, value: moneyText(-session.Refunded) },
            { label: words.paidVia, value: paidVia(session, words.wallet) },
            { label: words.amountPaid, value: moneyText(session.AmountPaid), total: true },
          ]}
        />
      </Section>
      {session.Refunded > 0 && (
        <SessionRefunds sessionId={session.SessionId} timeZone={session.TimeZone} className="session__section" />
      )}
      <List className="session__section">
        {carSpot?.sessionId === session.SessionId && (
          <Row icon={<Car size={24} />} title={parking.findMyCar} to={`/mycar?session=${session.SessionId}`} />
        )}
        <Row
          icon={<MessageCircleWarning size={24} />}
          title={parking.reportProblem}
          to={`/chatsupport?session=${session.SessionId}`}
        />
      </List>
    </>
  )
}

function Actions({ session }: { session: SessionDetail }) {
  const words = usePastWords()
  const runs = runningAt([session], now()).length > 0
  return (
    <Dock className="past__ways">
      <Button icon={<ReceiptText size={22} />} to={`/confirmlocation?session=${session.SessionId}`}>
        {words.receipt}
      </Button>
      {runs ? (
        <Button variant="primary" to={`/dashboard?session=${session.SessionId}`}>
          {words.viewRunning}
        </Button>
      ) : (
        <Button variant="primary" to={`/SelectVehicle?zone=${zoneRef(session)}`}>
          {words.parkHereAgain}
        </Button>
      )}
    </Dock>
  )
}
