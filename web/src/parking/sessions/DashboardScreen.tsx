// The running session: the time left, more time, and the end. Correct after the device slept, after a reload, and offline.
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { ClosureNote } from '#city/closures/closures.ts'
import { isOpen, OpenAttempts, useAttempts } from '#parking/attempts/attempts.ts'
import { AutoExtendRow } from '#parking/automatic/automatic.ts'
import './dashboard.css'
import type { Session } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { BellRing, Car, CreditCard, Headset, MessageCircleWarning, Square, Wallet } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { PushOffer } from '#messaging/notices/notices.ts'
import { CountdownSheet, useCalendarState } from '#parking/countdown/countdown.ts'
import { Navigate, useLocation, useSearchParams } from '#platform/address.tsx'
import { useNow } from '#platform/clock.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { useSession } from '#platform/session.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { wideScreen } from '#ui/media.ts'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { Loading, SkeletonRoad } from '#ui/Skeleton.tsx'
import { canChange, PlateRow, ZoneRow } from './ChangeRows.tsx'
import { AlsoRunning, Clock } from './Clock.tsx'
import { ExtendPanel } from './ExtendPanel.tsx'
import { paidVia } from './price-text.ts'
import { StopDialog } from './StopDialog.tsx'
import { useActive } from './session-queries.ts'
import { bySoonestEnd, leftSeconds } from './session-text.ts'
import { useParkingWords } from './words.ts'

export default function DashboardScreen() {
  const words = useParkingWords()
  const { pathname, search } = useLocation()
  const signedIn = useSession().isSignedIn()
  const [params, setParams] = useSearchParams()
  const active = useActive()
  const running = bySoonestEnd(active.data ?? [])
  const sessionId = params.get('session')
  const first = running[0]?.SessionId
  useEffect(() => {
    // keeps showing this session, even if another one then ends first
    if (!sessionId && first) setParams({ session: first }, { replace: true })
  }, [sessionId, first, setParams])
  if (!signedIn) return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} />

  const shown = sessionId ? running.find(session => session.SessionId === sessionId) : running[0]
  if (shown)
    return <Running key={shown.SessionId} session={shown} others={running.filter(session => session !== shown)} />
  const answered = active.dataUpdatedAt > 0 && !active.isFetching
  // it no longer runs: it was stopped, or its time is up
  if (sessionId && answered && !active.isError) return <Navigate to={`/ClosingReceipt?session=${sessionId}`} />
  return (
    <Screen title={words.dashboard} top={<TopBar title={words.dashboard} back="/homepage" />}>
      {active.isError ? (
        <ReadFailed title={words.sessionsFailed} text={words.sessionsSafe} query={active} />
      ) : answered ? (
        <EmptyState
          title={words.nothingRuns}
          text={words.nothingRunsText}
          action={
            <Button variant="primary" block to="/findparking">
              {words.findParking}
            </Button>
          }
        />
      ) : (
        <Loading>
          <SkeletonRoad />
        </Loading>
      )}
    </Screen>
  )
}

function Running({ session, others }: { session: Session; others: Session[] }) {
  const words = useParkingWords()
  const left = leftSeconds(session, useNow())
  const [isStopOpen, setIsStopOpen] = useState(false)
  const inCalendar = useCalendarState(session)
  const [isCountdownOpen, setIsCountdownOpen] = useState(false)
  const stopWaits = useAttempts().some(
    attempt => isOpen(attempt) && attempt.kind === 'stop' && attempt.sessionId === session.SessionId,
  )
  const mayChange = left > 0 && !stopWaits
  const isWide = useMediaQuery(wideScreen)
  const ways = (
    <Dock className="dash__dock">
      <Button size="md" icon={<Car size={22} />} to={`/mycar?session=${session.SessionId}`}>
        {words.findMyCar}
      </Button>
      <Button
        variant="danger"
        size="md"
        icon={<Square size={20} />}
        disabled={left <= 0 || stopWaits}
        onClick={() => setIsStopOpen(true)}
      >
        {words.stopParking}
      </Button>
    </Dock>
  )
  return (
    <Screen title={words.dashboard} width="two" className="dash" dock={!isWide && ways}>
      <div className="road dash__road">
        <TopBar
          title={<span lang="en">{session.Name}</span>}
          sub={<span lang="en">{session.Address}</span>}
          back="/homepage"
          centred
          road
          actions={<IconButton to="/supportpage" look="road" label={words.support} icon={<Headset size={24} />} />}
        />
        <Clock session={session} />
      </div>
      <div className="dash__controls">
        {stopWaits && (
          <Suspense>
            <OpenAttempts of={session.SessionId} kind="stop" />
          </Suspense>
        )}
        {session.Closure && (
          <Suspense>
            <ClosureNote
              closure={session.Closure}
              timeZone={session.TimeZone}
              mayMove={mayChange && session.MovesGiven !== undefined && canChange(session, 'moved')}
            />
          </Suspense>
        )}
        {stopWaits ? null : left > 0 ? (
          <ExtendPanel key={session.SessionId} session={session} soon={left <= 15 * 60} leftSeconds={left} />
        ) : (
          <Button variant="primary" size="amount" block to={`/SelectVehicle?zone=${zoneRef(session)}`}>
            {words.startAgain}
          </Button>
        )}
        <List>
          {left > 0 && <AutoExtendRow session={session} />}
          <Row
            icon={session.PaidVia === 'wallet' ? <Wallet size={24} /> : <CreditCard size={24} />}
            title={words.paidSoFar(paidVia(session, words.wallets))}
            value={moneyText(session.AmountPaid)}
          />
          {mayChange && (
            <Row
              icon={<BellRing size={24} />}
              title={words.inSight}
              sub={inCalendar === 'old' && words.calendarOld}
              onClick={() => setIsCountdownOpen(true)}
            />
          )}
          {mayChange && canChange(session, 'plateChanged') && <PlateRow session={session} />}
          {mayChange && canChange(session, 'moved') && <ZoneRow session={session} />}
          <Row
            icon={<MessageCircleWarning size={24} />}
            title={words.reportProblem}
            to={`/chatsupport?session=${session.SessionId}`}
          />
        </List>
        {isWide && ways}
        <Suspense>
          <PushOffer />
        </Suspense>
        <AlsoRunning sessions={others} />
      </div>
      <CountdownSheet open={isCountdownOpen} session={session} onClose={() => setIsCountdownOpen(false)} />
      <StopDialog session={session} open={isStopOpen} onClose={() => setIsStopOpen(false)} />
    </Screen>
  )
}
