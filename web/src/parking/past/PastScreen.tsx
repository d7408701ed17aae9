// Past Parking Sessions, as a list and as a map: both views read the same filters and order from the address.
import '#ui/map-screen.css'
import './past.css'
import { List as ListIcon, LocateFixed, Map as MapIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { navigate, useLocation } from '#platform/address.tsx'
import { useMediaQuery } from '#platform/media-query.ts'
import { withNext } from '#platform/next.ts'
import { askPosition, usePosition } from '#platform/position.ts'
import { dropGuest, useSession } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { wideScreen } from '#ui/media.ts'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { ViewLinks } from '#ui/ViewLinks.tsx'
import { PastChips } from './PastChips.tsx'
import { PastList } from './PastList.tsx'
import { isByDistance } from './past-options.ts'
import { type Past, usePastParkings } from './usePastParkings.ts'
import { Visits } from './Visits.tsx'
import { usePastWords } from './words.ts'

const listPath = '/pastpark'
const mapPath = '/mappage'

const PastMap = lazy(() => import('./PastMap.tsx'))

export default function PastScreen() {
  const isMap = useLocation().pathname.toLowerCase() === mapPath
  const wide = useMediaQuery(wideScreen)
  const past = usePastParkings(isMap || wide)
  if (!useSession().isSignedIn()) return <GuestInvitation />
  if (wide) return <BothViews {...past} />
  return isMap ? <MapView {...past} /> : <ListView {...past} />
}

function Views({ view }: { view: 'list' | 'map' }) {
  const words = usePastWords()
  const { search } = useLocation()
  return (
    <ViewLinks
      label={words.view}
      current={(view === 'map' ? mapPath : listPath) + search}
      views={[
        { to: listPath + search, label: words.list, icon: <ListIcon size={20} /> },
        { to: mapPath + search, label: words.map, icon: <MapIcon size={20} /> },
      ]}
    />
  )
}

function ListView(past: Past) {
  const words = usePastWords()
  return (
    <Screen
      title={words.pastParkings}
      top={<TopBar title={words.pastParkings} actions={<Views view="list" />} />}
      className="past"
    >
      <PastChips {...past} />
      <PositionLine {...past} />
      <PastList {...past} />
    </Screen>
  )
}

function MapView(past: Past) {
  const words = usePastWords()
  return (
    <Screen
      title={words.pastParkings}
      width="full"
      top={<TopBar title={words.pastParkings} actions={<Views view="map" />} />}
      className="past past--map map-screen"
    >
      <PastChips {...past} />
      <Visits {...past}>
        {(places, selected) => (
          <Suspense fallback={<div className="map-box" />}>
            <PastMap {...past} places={places} selected={selected} foldButtons />
          </Suspense>
        )}
      </Visits>
    </Screen>
  )
}

function BothViews(past: Past) {
  const words = usePastWords()
  return (
    <Screen title={words.pastParkings} width="full" className="past map-screen map-screen--both">
      <div className="map-pane">
        <h1 className="t-h1">{words.pastParkings}</h1>
        <PastChips {...past} />
        <PositionLine {...past} />
        <PastList {...past} />
      </div>
      <Visits {...past} isBesideList>
        {(places, selected) => (
          <Suspense fallback={<div className="map-box" />}>
            <PastMap {...past} places={places} selected={selected} />
          </Suspense>
        )}
      </Visits>
    </Screen>
  )
}

function GuestInvitation() {
  const words = usePastWords()
  const { pathname, search } = useLocation()
  const signIn = () => {
    // with the guest flag set, /login would redirect to Home
    dropGuest()
    navigate(withNext('/login', pathname + search))
  }
  return (
    <Screen title={words.pastParkings} top={<TopBar title={words.pastParkings} />}>
      <EmptyState
        title={words.guestTitle}
        text={words.guestText}
        action={
          <Button variant="primary" block onClick={signIn}>
            {words.signIn}
          </Button>
        }
      />
    </Screen>
  )
}

function PositionLine({ options }: Pick<Past, 'options'>) {
  const words = usePastWords()
  const { state } = usePosition()
  if (!isByDistance(options.sort) || state === 'known') return null
  if (state === 'asking' || state === 'unasked')
    return (
      <p className="past__line t-sm t-2" role="status">
        {words.locating}
      </p>
    )
  return (
    <div className="past__line t-sm t-2" role="status">
      <span>{words[state]}</span>
      <Button size="sm" variant="quiet" icon={<LocateFixed size={18} />} onClick={askPosition}>
        {words.tryAgain}
      </Button>
    </div>
  )
}
