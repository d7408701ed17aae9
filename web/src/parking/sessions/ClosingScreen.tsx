// A session that just ended: the place, the time used, what was paid and paid back, and a link to the receipt.
import { zoneRef } from '@parkit/contract/platform/zone-number'
import './receipt.css'
import type { SessionDetail } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { PasskeyOffer } from '#driver/account/account.ts'
import { Navigate, useLocation, useSearchParams } from '#platform/address.tsx'
import { now } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { durationText, timeText } from '#platform/text.ts'
import { BareBays } from '#ui/Bays.tsx'
import { Button } from '#ui/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Plate } from '#ui/Plate.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton, SkeletonRoad } from '#ui/Skeleton.tsx'
import { paidVia } from './price-text.ts'
import { useReceipt } from './receipt-queries.ts'
import { leftSeconds } from './session-text.ts'
import { useParkingWords } from './words.ts'

export default function ClosingScreen() {
  const words = useParkingWords()
  const { pathname, search } = useLocation()
  const signedIn = useSession().isSignedIn()
  const id = useSearchParams()[0].get('session') ?? undefined
  const receipt = useReceipt(id)
  if (!signedIn) return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} />
  if (!id) return <Navigate to="/homepage" />
  // the cached copy may be older than the end: only the server's answer redirects to the running session
  const isRunning = receipt.data?.Status === 'running' && leftSeconds(receipt.data, now()) > 0
  if (isRunning && receipt.isFetchedAfterMount && !receipt.isFetching)
    return <Navigate to={`/dashboard?session=${id}`} />
  return (
    <Screen
      title={words.closing}
      width="form"
      className="closing"
      top={<TopBar title={words.closing} back="/homepage" />}
      dock={
        receipt.data && (
          <Dock>
            <Button variant="primary" block to={`/confirmlocation?session=${id}`}>
              {words.seeReceipt}
            </Button>
            <Button block to="/homepage" replace>
              {words.done}
            </Button>
          </Dock>
        )
      }
    >
      {receipt.data && !isRunning ? (
        <Ended session={receipt.data} />
      ) : receipt.isError ? (
        <ReadFailed title={words.receiptFailed} text={words.sessionsSafe} query={receipt} ofSession />
      ) : (
        <Loading>
          <SkeletonRoad />
          <Skeleton height={200} radius={20} />
        </Loading>
      )}
    </Screen>
  )
}

function Ended({ session }: { session: SessionDetail }) {
  const words = useParkingWords()
  const language = useLanguage()
  const time = (at: string) => timeText(at, session.TimeZone, language)
  const endedAt = session.EndedAt ?? session.EndsAt
  const stopped = Date.parse(endedAt) < Date.parse(session.EndsAt)
  return (
    <>
      <section className="road closing__road">
        <div className="closing__place">
          <Sign zone={session.ZoneNumber} size="md" />
          <div className="grow">
            <h2 className="t-h2">{stopped ? words.stoppedTitle : words.endedTitle}</h2>
            <p className="t-sm t-2" lang="en">
              {session.Name}
            </p>
          </div>
        </div>
        <div aria-hidden="true">
          <BareBays />
        </div>
        <p className="t-2">{words.closingText(time(endedAt))}</p>
      </section>
      <Panel className="closing__sum">
        <div>
          <p className="t-sm t-2">{words.amountPaid}</p>
          <p className="t-num-l">{moneyText(session.AmountPaid)}</p>
        </div>
        <Plate plate={session.Vehicle.PlateNumber} state={session.Vehicle.PlateState} />
        <KeyValue
          className="closing__facts"
          items={[
            { label: words.used, value: durationText(session.Minutes, language) },
            session.Refunded > 0 && {
              label: words.paidBack(paidVia(session, words.wallets)),
              value: moneyText(session.Refunded),
            },
          ]}
        />
      </Panel>
      <PasskeyOffer />
      <p className="closing__more center">
        <Button variant="quiet" to={`/SelectVehicle?zone=${zoneRef(session)}`}>
          {words.parkHereAgain}
        </Button>
        <Button variant="quiet" to={`/feedback?session=${session.SessionId}`}>
          {words.giveFeedback}
        </Button>
      </p>
    </>
  )
}
