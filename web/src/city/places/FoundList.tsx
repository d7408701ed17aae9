// The places found: how many, around what, in which order, and a row for each.

import type { Found } from '@parkit/contract/city/places'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { ArrowDownUp } from 'lucide-react'
import { Fragment, useDeferredValue, useEffect } from 'react'
import { chooseCity, WhichCity } from '#city/cities/cities.ts'
import { useLanguage } from '#platform/language.tsx'
import { durationText } from '#platform/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { List } from '#ui/Row.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { ParkNearest, PlaceRow } from './PlaceRow.tsx'
import { isFiltered, orders, shownPlaces, withoutFilters } from './place-filters.ts'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { type PlacesWords, usePlacesWords } from './words.ts'

type HeadProps = Pick<PlaceSearch, 'filters' | 'setFilters' | 'query' | 'centre' | 'places' | 'citiesAsked'>

/** "6 places near Wabash Ave", and the order. Nothing while it is asked in which city. */
export function FoundHead({ filters, setFilters, query, centre, places, citiesAsked }: HeadProps) {
  const words = usePlacesWords()
  const language = useLanguage()
  if (citiesAsked.length > 0) return null
  return (
    <div className="find__head">
      <div className="grow" role="status" aria-busy={query.isFetching}>
        <h2 className="t-h3">{centre ? titleOf(filters, centre, places, words) : words.places}</h2>
        {(places.length > 0 || query.isPending) && (
          <p className="t-sm t-2">
            <Spoken text={words.pricesFor(durationText(filters.stayMinutes, language))} />
          </p>
        )}
      </div>
      <span className="find__order">
        <span aria-hidden="true">
          <ArrowDownUp size={18} />
          {words.orders[filters.order]}
        </span>
        <select
          name="sort"
          aria-label={`${words.sortBy}: ${words.orders[filters.order]}`}
          value={filters.order}
          onChange={event => setFilters({ order: orders.find(order => order === event.target.value) ?? 'nearest' })}
        >
          {orders.map(order => (
            <option key={order} value={order}>
              {words.orders[order]}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}

function titleOf(
  filters: HeadProps['filters'],
  centre: NonNullable<HeadProps['centre']>,
  places: readonly Found[],
  words: PlacesWords,
): string {
  const count = words.found(places.length, places.length === shownPlaces)
  if (centre.Source === 'query') return words.near(count, centre.Name ?? filters.text)
  if (filters.text) return count
  if (centre.Source === 'default') return words.inCity(count, centre.Name ?? '')
  return filters.area ? words.nearArea(count) : words.nearYou(count)
}

type ListProps = PlaceSearch & {
  /** Beside a map, a row selects its place instead of opening it. */
  onSelect?: (zone: string) => void
}

export function FoundList({ filters, setFilters, query, centre, places, citiesAsked, onSelect }: ListProps) {
  const words = usePlacesWords()
  const selected = onSelect && filters.zone
  useEffect(() => {
    // the row of a place selected on the map may be out of view
    if (selected) document.querySelector('.row--selected')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  if (citiesAsked.length > 0)
    return (
      <div className="find__city">
        <WhichCity cities={citiesAsked} onChoose={chooseCity} anywhere />
      </div>
    )
  if (query.isPending) return <LoadingRows count={6} />
  if (query.isError && !query.data) return <ReadFailed title={words.findFailed} query={query} />
  if (places.length === 0)
    return (
      <EmptyState
        title={words.noneTitle}
        text={
          filters.text && centre?.Source !== 'query'
            ? words.noneNamed(filters.text)
            : filters.text && centre?.Outside
              ? words.noneOutside(centre.Name ?? filters.text)
              : isFiltered(filters)
                ? words.noneFiltered
                : words.noneHere
        }
        action={
          isFiltered(filters) && (
            <Button block onClick={() => setFilters(withoutFilters(filters))}>
              {words.noFilters}
            </Button>
          )
        }
      />
    )
  const isNearest = filters.nearMe && centre?.Source === 'position' && filters.order === 'nearest'
  return <Rows places={places} filters={filters} isNearest={isNearest} onSelect={onSelect} />
}

/** More than any screen shows at once. */
const firstRows = 8

type RowsProps = Pick<ListProps, 'places' | 'filters' | 'onSelect'> & {
  /** the first is the nearest to the driver, who parks there with one press less */
  isNearest: boolean
}

/** What can be seen is drawn at once, the others when the browser is idle. */
function Rows({ places, filters, isNearest, onSelect }: RowsProps) {
  const words = usePlacesWords()
  const drawn = useDeferredValue(places, places.slice(0, firstRows))
  return (
    <List label={words.places} className="list--long">
      {drawn.map((place, i) => (
        <Fragment key={zoneRef(place)}>
          <PlaceRow
            place={place}
            stayMinutes={filters.stayMinutes}
            selected={zoneRef(place) === filters.zone}
            onSelect={onSelect}
          />
          {i === 0 && isNearest && <ParkNearest place={place} stayMinutes={filters.stayMinutes} />}
        </Fragment>
      ))}
    </List>
  )
}
