// The way back to the car: the map, how far and in which direction, and what the driver noted of its spot on this device.
import { useUnits } from '#city/cities/cities.ts'
import './car.css'
import type { Session } from '@parkit/contract/parking/sessions'
import { ArrowUp, Footprints, LocateFixed, MapPin, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useActive } from '#parking/sessions/sessions.ts'
import { useSearchParams } from '#platform/address.tsx'
import { lazyScreen } from '#platform/chunk.ts'
import { now } from '#platform/clock.ts'
import { distanceText, metresBetween } from '#platform/distance.ts'
import { useLanguage } from '#platform/language.tsx'
import type { Spot } from '#platform/position.ts'
import { useWatchedPosition, type Watched } from '#platform/position-watch.ts'
import { timeText } from '#platform/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Panel.tsx'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { Sign } from '#ui/Sign.tsx'
import { toast } from '#ui/toast.ts'
import { type CarSpot, removeCarSpot, saveCarSpot, useCarSpot } from './car-spot.ts'
import { SpotDetails } from './SpotDetails.tsx'
import { bearing, compassPoint, walkMinutes } from './way.ts'
import { useCarWords } from './words.ts'

const CarMap = lazyScreen(() => import('./CarMap.tsx'))

/** Nearer than a phone can tell. */
const arrivedMetres = 10

export default function MyCarScreen() {
  const words = useCarWords()
  const named = useSearchParams()[0].get('session')
  const sessions = useActive().data ?? []
  const saved = useCarSpot()
  const session =
    sessions.find(({ SessionId }) => SessionId === (named ?? saved?.sessionId)) ?? (named ? undefined : sessions[0])
  const own = saved && (!session || saved.sessionId === session.SessionId) ? saved : null
  const back = session ? `/dashboard?session=${session.SessionId}` : true
  if (!session && !own)
    return (
      <Screen title={words.title} top={<TopBar title={words.title} back={back} />}>
        <EmptyState
          title={words.none}
          text={words.noneText}
          action={
            <Button variant="primary" block to="/findparking">
              {words.findParking}
            </Button>
          }
        />
      </Screen>
    )
  return <Car key={session?.SessionId ?? 'saved'} session={session} own={own} back={back} />
}

type CarProps = { session: Session | undefined; own: CarSpot | null; back: string | true }

function Car({ session, own, back }: CarProps) {
  const words = useCarWords()
  const language = useLanguage()
  const [isOn, setIsOn] = useState(false)
  const [isMoving, setIsMoving] = useState(false)
  useEffect(() => {
    // shows no permission prompt: the button does
    navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => state === 'granted' && setIsOn(true))
      .catch(() => undefined)
  }, [])
  const watched = useWatchedPosition(isOn)
  const car = own?.spot ?? (session ? { latitude: session.Latitude, longitude: session.Longitude } : null)
  const zone = session?.TimeZone
  const change = (more: Partial<CarSpot>): boolean => {
    const before = own ?? { sessionId: session?.SessionId ?? '', spot: null, level: '', note: '', photo: null }
    const isSaved = saveCarSpot({ ...before, ...more, savedAtMs: more.spot ? now() : (own?.savedAtMs ?? now()) })
    if (!isSaved) toast.error(words.full)
    return isSaved
  }
  const place = (spot: Spot) => {
    setIsMoving(false)
    if (change({ spot })) toast.success(words.saved)
  }
  const forget = () => {
    removeCarSpot()
    toast.success(words.forgot)
  }
  return (
    <Screen
      title={words.title}
      width="form"
      className="car"
      top={<TopBar title={words.title} sub={session?.Name} back={back} />}
      dock={
        !isMoving && (
          <Dock className="car__dock">
            {isOn ? (
              <Button
                variant="primary"
                size="md"
                icon={<MapPin size={22} />}
                disabled={!watched.fix}
                onClick={() => watched.fix && place(watched.fix.spot)}
              >
                {words.saveHere}
              </Button>
            ) : (
              <Button variant="primary" size="md" icon={<LocateFixed size={22} />} onClick={() => setIsOn(true)}>
                {words.showWay}
              </Button>
            )}
            <Button size="md" onClick={() => setIsMoving(true)}>
              {words.moveOnMap}
            </Button>
          </Dock>
        )
      }
    >
      <div className="car__map">
        {car && (
          <Suspense>
            <CarMap
              car={car}
              me={watched.fix?.spot ?? null}
              isMoving={isMoving}
              onPlace={place}
              onCancel={() => setIsMoving(false)}
            />
          </Suspense>
        )}
      </div>
      {car && <Way car={car} watched={watched} isOn={isOn} />}
      <p className="car__facts t-sm t-2">
        {session && <Sign zone={session.ZoneNumber} live />}
        <span>
          {own?.spot && zone ? words.toSpot(timeText(own.savedAtMs, zone, language)) : !own?.spot && words.toPlace}
        </span>
      </p>
      <SpotDetails spot={own} isGarage={session?.Kind === 'garage'} onChange={change} />
      {car && (
        <a
          className="btn btn--secondary btn--md btn--block"
          href={`https://www.google.com/maps/dir/?api=1&travelmode=walking&destination=${car.latitude},${car.longitude}`}
          target="_blank"
          rel="noreferrer"
        >
          <Footprints size={22} />
          <span>
            {words.directions}
            <span className="sr-only">{words.newTab}</span>
          </span>
        </a>
      )}
      {own && (
        <Button variant="quiet" size="md" block icon={<Trash2 size={20} />} onClick={forget}>
          {words.forget}
        </Button>
      )}
      <p className="t-sm t-2">{words.privacy}</p>
    </Screen>
  )
}

function Way({ car, watched, isOn }: { car: Spot; watched: Watched; isOn: boolean }) {
  const words = useCarWords()
  const language = useLanguage()
  const units = useUnits()
  if (!isOn) return null
  if (!watched.fix)
    return (
      <p className="t-2" role="status">
        {words[watched.state]}
      </p>
    )
  const { spot, accuracyMetres } = watched.fix
  const metres = metresBetween(spot, car)
  const degrees = bearing(spot, car)
  const isThere = metres <= Math.max(arrivedMetres, Math.min(accuracyMetres, 25))
  return (
    <div className="car__way">
      {!isThere && (
        <span className="car__arrow" aria-hidden="true" style={{ rotate: `${degrees}deg` }}>
          <ArrowUp size={28} />
        </span>
      )}
      <div className="grow">
        <p className="t-h2 num">
          {isThere
            ? words.here
            : words.away(distanceText(metres, language, units), words.points[compassPoint(degrees)]!)}
        </p>
        <p className="t-sm t-2">
          <Facts
            items={[
              !isThere && words.walk(walkMinutes(metres)),
              words.accuracy(distanceText(accuracyMetres, language, units)),
            ]}
          />
        </p>
      </div>
    </div>
  )
}
