// Find Parking, as a list and as a map: both views read the same filters from the address.
import '#ui/map-screen.css'
import './places.css'
import { List as ListIcon, LocateFixed, Map as MapIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { navigate, useLocation } from '#platform/address.tsx'
import { useMediaQuery } from '#platform/media-query.ts'
import { askPosition, usePosition } from '#platform/position.ts'
import { AsOf } from '#ui/AsOf.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { type Detent, Detents } from '#ui/Detents.tsx'
import { wideScreen } from '#ui/media.ts'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { FindChips } from './FindChips.tsx'
import { FoundHead, FoundList } from './FoundList.tsx'
import { SearchField } from './SearchField.tsx'
import { StaySheet } from './stay.ts'
import { type PlaceSearch, usePlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'

const PlacesMap = lazy(() => import('./PlacesMap.tsx'))
const PlaceCard = lazy(() => import('./PlaceCard.tsx'))

const listPath = '/findparking'
const mapPath = '/findParkingMap'

export default function FindScreen() {
  const { pathname } = useLocation()
  const [isStayOpen, setIsStayOpen] = useState(false)
  const placeSearch = usePlaceSearch(() => setIsStayOpen(true))
  const { filters, setFilters, places } = placeSearch
  const isMap = pathname.toLowerCase() === mapPath.toLowerCase()
  const View = useMediaQuery(wideScreen) ? BothViews : isMap ? MapView : ListView
  return (
    <>
      <View {...placeSearch} />
      <StaySheet
        filters={filters}
        setFilters={setFilters}
        timeZone={places[0]?.TimeZone}
        open={isStayOpen}
        onClose={() => setIsStayOpen(false)}
      />
    </>
  )
}

function ListView(placeSearch: PlaceSearch) {
  const words = usePlacesWords()
  const { search } = useLocation()
  const views = (
    <Segmented
      label={words.view}
      value="list"
      onChange={() => navigate(mapPath + search)}
      options={[
        { value: 'list', label: words.list, icon: <ListIcon size={20} /> },
        { value: 'map', label: words.map, icon: <MapIcon size={20} /> },
      ]}
      small
    />
  )
  return (
    <Screen title={words.findParking} top={<TopBar title={words.findParking} actions={views} />} className="find">
      <SearchField {...placeSearch} />
      <FindChips {...placeSearch} />
      <PositionLine {...placeSearch} />
      <AsOf name="found" />
      <FoundHead {...placeSearch} />
      <FoundList {...placeSearch} />
    </Screen>
  )
}

const detentPx: Record<Detent, number> = { peek: 132, half: 366, full: 366 }
const barPx = 76
const searchPx = 132
/** In a window as low as this the half sheet would leave no map. */
const shortPx = 700

function MapView(placeSearch: PlaceSearch) {
  const words = usePlacesWords()
  const { search } = useLocation()
  const { filters, setFilters, places } = placeSearch
  const [detent, setDetent] = useState<Detent>(window.innerHeight < shortPx ? 'peek' : 'half')
  const selected = places.find(place => place.ZoneNumber === filters.zone)
  const covered = { top: searchPx, bottom: detentPx[detent] + barPx }
  return (
    <Screen title={words.findParking} width="full" className="find map-screen">
      <h1 className="sr-only">{words.findParking}</h1>
      <div className="find__over" data-over-map>
        <div className="find__bar">
          <SearchField {...placeSearch} />
          <IconButton look="float" label={words.list} icon={<ListIcon size={22} />} to={listPath + search} />
        </div>
        <FindChips {...placeSearch} float />
      </div>
      <Suspense fallback={<div className="map-box" />}>
        <PlacesMap
          {...placeSearch}
          covered={covered}
          coveredBelow={`calc(${detentPx[detent]}px + var(--bar-space, 0px))`}
        />
      </Suspense>
      <Detents
        value={detent}
        onChange={setDetent}
        label={words.places}
        head={
          selected ? (
            <Suspense>
              <PlaceCard
                place={selected}
                stayMinutes={filters.stayMinutes}
                onClose={() => setFilters({ zone: null })}
              />
            </Suspense>
          ) : (
            <>
              <PositionLine {...placeSearch} />
              <AsOf name="found" />
              <FoundHead {...placeSearch} />
            </>
          )
        }
      >
        {selected && <FoundHead {...placeSearch} />}
        <FoundList {...placeSearch} />
      </Detents>
    </Screen>
  )
}

/** What the card of the selected place takes at the map's lower edge. */
const cardPx = 250

function BothViews(placeSearch: PlaceSearch) {
  const words = usePlacesWords()
  const { filters, setFilters, places } = placeSearch
  const selected = places.find(place => place.ZoneNumber === filters.zone)
  return (
    <Screen title={words.findParking} width="full" className="find map-screen map-screen--both">
      <h1 className="sr-only">{words.findParking}</h1>
      <div className="find__pane map-pane">
        <SearchField {...placeSearch} />
        <FindChips {...placeSearch} wrap />
        <PositionLine {...placeSearch} />
        <AsOf name="found" />
        <FoundHead {...placeSearch} />
        <FoundList {...placeSearch} onSelect={zone => setFilters({ zone })} />
      </div>
      <div className="find__side">
        <Suspense fallback={<div className="map-box" />}>
          <PlacesMap
            {...placeSearch}
            covered={{ top: 0, bottom: selected ? cardPx : 0 }}
            coveredBelow="0px"
            zoomButtons
          />
        </Suspense>
        {selected && (
          <Suspense>
            <PlaceCard
              isFloating
              place={selected}
              stayMinutes={filters.stayMinutes}
              onClose={() => setFilters({ zone: null })}
            />
          </Suspense>
        )}
      </div>
    </Screen>
  )
}

function PositionLine({ filters, setFilters, source }: Pick<PlaceSearch, 'filters' | 'setFilters' | 'source'>) {
  const words = usePlacesWords()
  const { state } = usePosition()
  if (state === 'asking' && filters.nearMe)
    return (
      <p className="find__line t-sm t-2" role="status">
        {words.locating}
      </p>
    )
  if (filters.text || source !== 'default') return null
  return (
    <div className="find__line t-sm t-2" role="status">
      <span>{state === 'refused' ? words.refusedLine : words.unknownLine}</span>
      {state === 'unknown' && (
        <Button
          size="sm"
          variant="quiet"
          icon={<LocateFixed size={18} />}
          onClick={() => {
            askPosition()
            setFilters({ nearMe: true })
          }}
        >
          {words.nearMe}
        </Button>
      )}
    </div>
  )
}
