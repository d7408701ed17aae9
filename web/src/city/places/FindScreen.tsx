// Find Parking: a map with the list in a sheet over it, or beside it where there is room.
import '#ui/map-screen.css'
import './places.css'
import { LocateFixed } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { later } from '#platform/chunk.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { askPosition, usePosition } from '#platform/position.ts'
import { AsOf } from '#ui/AsOf.tsx'
import { Button } from '#ui/Button.tsx'
import { type Detent, Detents } from '#ui/Detents.tsx'
import { lowScreen, wideScreen } from '#ui/media.ts'
import { Screen } from '#ui/Screen.tsx'
import { FindChips } from './FindChips.tsx'
import { FoundHead, FoundList } from './FoundList.tsx'
import { useSelected } from './place-queries.ts'
import { SearchField } from './SearchField.tsx'
import { StaySheet } from './stay.ts'
import { type PlaceSearch, usePlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'

/** After the list: the map is larger than all the rest of the screen. */
const PlacesMap = lazy(later(() => import('./PlacesMap.tsx')))
const PlaceCard = lazy(() => import('./PlaceCard.tsx'))

export default function FindScreen() {
  const [isStayOpen, setIsStayOpen] = useState(false)
  const placeSearch = usePlaceSearch(() => setIsStayOpen(true))
  const { filters, setFilters, places } = placeSearch
  const View = useMediaQuery(wideScreen) ? BothViews : SheetView
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

/** Pixels of the sheet; the half one leaves as much map in a low window (detents.css). */
const sheetPx = (detent: Detent) => (detent === 'peek' ? 132 : Math.min(366, window.innerHeight * 0.46))
const barPx = 76
const searchPx = 132

function SheetView(placeSearch: PlaceSearch) {
  const words = usePlacesWords()
  const { filters, setFilters, places, query } = placeSearch
  const [chosen, setDetent] = useState<Detent>('half')
  const isLow = useMediaQuery(lowScreen)
  const selected = useSelected(filters, places)
  // a card is higher than the lowest sheet
  const detent = selected && chosen === 'peek' ? 'half' : chosen
  return (
    <Screen title={words.findParking} width="full" className="find map-screen">
      <h1 className="sr-only">{words.findParking}</h1>
      <div className="find__over" data-over-map data-toast-below>
        <SearchField {...placeSearch} />
        <FindChips {...placeSearch} float />
      </div>
      <Suspense fallback={<div className="map-box" />}>
        {query.isPending ? (
          <div className="map-box" />
        ) : (
          <PlacesMap
            {...placeSearch}
            selected={selected}
            covered={isLow ? { top: 0, bottom: 0 } : { top: searchPx, bottom: sheetPx(detent) + barPx }}
            coveredBelow={isLow ? '0px' : `calc(${sheetPx(detent)}px + var(--bar-space, 0px))`}
            foldButtons
          />
        )}
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
  const { filters, setFilters, places, query } = placeSearch
  const selected = useSelected(filters, places)
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
          {query.isPending ? (
            <div className="map-box" />
          ) : (
            <PlacesMap
              {...placeSearch}
              selected={selected}
              covered={{ top: 0, bottom: selected ? cardPx : 0 }}
              coveredBelow="0px"
            />
          )}
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

type LineProps = Pick<PlaceSearch, 'filters' | 'setFilters' | 'source' | 'citiesAsked'>

function PositionLine({ filters, setFilters, source, citiesAsked }: LineProps) {
  const words = usePlacesWords()
  const { state } = usePosition()
  if (state === 'asking' && filters.nearMe)
    return (
      <p className="find__line t-sm t-2" role="status">
        {words.locating}
      </p>
    )
  // offline, the last list may be of a time when the position was unknown
  if (filters.text || source !== 'default' || state === 'known' || citiesAsked.length > 0) return null
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
