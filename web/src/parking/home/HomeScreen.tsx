// Home: running sessions, ways to park, and the driver's wallet and vehicle; for a guest, ways to register and sign in.

import { ArrivalQuestion } from '#parking/arrival/arrival.ts'
import { OpenAttempts, useHasAttempts } from '#parking/attempts/attempts.ts'
import { hadNoSession, runningAt, useActive, useBaseWords, ZoneEntry } from '#parking/sessions/sessions.ts'
import './home.css'
import type { Session } from '@parkit/contract/parking/sessions'
import { CircleUserRound, LocateFixed, ScanQrCode, Search } from 'lucide-react'
import { type JSX, lazy, Suspense } from 'react'
import { loadFace } from '#driver/account/account.ts'
import { Link } from '#platform/address.tsx'
import { later } from '#platform/chunk.ts'
import { useNow } from '#platform/clock.ts'
import { readCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'
import { AsOf } from '#ui/AsOf.tsx'
import { BareBays } from '#ui/Bays.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { Section } from '#ui/Panel.tsx'
import { SignInAgain } from '#ui/Reload.tsx'
import { Avatar, Screen } from '#ui/Screen.tsx'
import { Loading, LoadingRows, SkeletonRoad } from '#ui/Skeleton.tsx'
import { dayPartAt, greetingText, todayText } from './greeting.ts'
import { GuestPanel, Tiles } from './HomeTiles.tsx'
import { RunningAhead } from './RunningAhead.tsx'
import { RunningCard } from './RunningCard.tsx'

const Face = lazy(later(loadFace))
const loadPlaces = () => import('./home-places.ts')
// Home is whole without them: what could not be loaded is not shown
const nothing = () => ({ default: (): JSX.Element | null => null })
const ParkAgain = lazy(() => loadPlaces().then(places => ({ default: places.ParkAgain }), nothing))
const RecentPlaces = lazy(() => loadPlaces().then(places => ({ default: places.RecentPlaces }), nothing))

/** The prerendered page is for any driver at any time: app/prerender/fill-picture.ts fills in name, date and session. */
const isPrerendered = import.meta.env.SSR

export default function HomeScreen() {
  const words = useBaseWords()
  const signedIn = useSession().isSignedIn()
  const active = useActive()
  const nowMs = useNow()
  const running = runningAt(active.data ?? [], nowMs)
  const hasAttempts = useHasAttempts()
  const waiting = signedIn && active.isPending && !hadNoSession()
  const parkAgain = signedIn && <Again running={running} />
  const recentAhead = (
    <Section title={words.recentPlaces}>
      <LoadingRows count={2} />
    </Section>
  )
  return (
    <Screen title={words.home} width="two" className="home" top={<Greeting />}>
      {signedIn && !waiting && running.length === 0 && (
        <Suspense>
          <ArrivalQuestion />
        </Suspense>
      )}
      <div className="home__main">
        <SignInAgain error={active.error} />
        <AsOf name="active" />
        {hasAttempts && (
          <Suspense>
            <OpenAttempts />
          </Suspense>
        )}
        {waiting ? (
          <>
            <Loading>
              <SkeletonRoad />
            </Loading>
            {isPrerendered && <RunningAhead />}
            {parkAgain}
          </>
        ) : running.length > 0 ? (
          <>
            {running.map((session, i) => (
              <RunningCard key={session.SessionId} session={session} first={i === 0} several={running.length > 1} />
            ))}
            {parkAgain}
          </>
        ) : (
          <>
            {parkAgain}
            <EmptyRoad />
          </>
        )}
        {(running.length > 0 || waiting) && (
          <section>
            <h2 className="home__label t-body-s t-strong">{words.parkAnother}</h2>
            <div className="home__entry">
              <ZoneEntry look="paper" />
              <NearMe />
            </div>
          </section>
        )}
        {!waiting && running.length === 0 && (
          <div className="home__entry">
            <Link to="/findparking?where" className="home__search">
              <Search size={22} />
              <span>{words.whereTo}</span>
            </Link>
            <IconButton
              to="/findparking?near=me"
              look="outline"
              label={words.nearMe}
              icon={<LocateFixed size={22} />}
            />
          </div>
        )}
      </div>
      <div className="home__rest">
        {signedIn ? (
          <>
            <Tiles />
            {isPrerendered ? (
              recentAhead
            ) : (
              <Suspense fallback={recentAhead}>
                <RecentPlaces />
              </Suspense>
            )}
          </>
        ) : (
          <GuestPanel />
        )}
      </div>
    </Screen>
  )
}

function Again({ running }: { running: Session[] }) {
  'use no memo'
  if (isPrerendered) return <div className="again__wait" hidden />
  const height = readCache<number>('againPx')
  return (
    <Suspense fallback={height && <div style={{ height }} />}>
      <ParkAgain running={running} />
    </Suspense>
  )
}

const blank = '\u00a0'

function Greeting() {
  'use no memo'
  const words = useBaseWords()
  const nowMs = useNow(60_000)
  const user = useSession().user()
  const initial = user?.FirstName ? <b>{user.FirstName.slice(0, 1)}</b> : <CircleUserRound size={24} />
  const greeting = words[dayPartAt(nowMs)]
  const greetings = isPrerendered && {
    'data-morning': words.morning,
    'data-afternoon': words.afternoon,
    'data-evening': words.evening,
  }
  const { weekdays, months, today } = words
  const dates = isPrerendered && { 'data-weekdays': weekdays, 'data-months': months, 'data-today': today }
  return (
    <header className="top top--large" data-toast-below>
      <div className="grow">
        <h1 className="t-h1" {...greetings}>
          {isPrerendered ? blank : greetingText(greeting, user?.FirstName ?? '')}
        </h1>
        <p className="top__sub t-sm" {...dates}>
          {isPrerendered ? blank : todayText(nowMs, words)}
        </p>
      </div>
      <IconButton to="/scan" look="float" label={words.scanSign} icon={<ScanQrCode size={24} />} />
      <Link to="/profile" className="home__me" aria-label={words.myAccount}>
        {user ? (
          <Suspense fallback={<Avatar>{initial}</Avatar>}>
            <Face>{initial}</Face>
          </Suspense>
        ) : (
          <Avatar>{initial}</Avatar>
        )}
      </Link>
    </header>
  )
}

const NearMe = () => (
  <Button to="/findparking?near=me" icon={<LocateFixed size={22} />}>
    {useBaseWords().nearMe}
  </Button>
)

/** The block of the running session when none runs: the entry of a zone. */
function EmptyRoad() {
  'use no memo'
  const words = useBaseWords()
  return (
    <section className="road home__empty">
      <h2 className="t-h2">{words.whereParked}</h2>
      <p className="t-sm t-2">{words.signHint}</p>
      <ZoneEntry look="road" />
      <div aria-hidden="true">
        <BareBays />
      </div>
    </section>
  )
}
