// The filter chips: length of the stay, price of the first hour, features, open now.
import { features as allFeatures, type FilterFeature } from '@parkit/contract/city/places'
import { Accessibility, Building2, Clock, Hourglass, LocateFixed, PlugZap, Warehouse } from 'lucide-react'
import type { ReactNode } from 'react'
import { chooseCity, useChosenCity, useCities, useCityWords } from '#city/cities/cities.ts'
import { useLanguage } from '#platform/language.tsx'
import { askPosition } from '#platform/position.ts'
import { durationText } from '#platform/text.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { toggleFeature, usualCap } from './place-filters.ts'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'

export const featureIcons: Record<FilterFeature, ReactNode> = {
  ev: <PlugZap size={18} />,
  covered: <Warehouse size={18} />,
  accessible: <Accessibility size={18} />,
}

type Props = Pick<PlaceSearch, 'filters' | 'setFilters' | 'source' | 'openStay'> & {
  /** On the map. */
  float?: boolean
  /** On several lines, beside a map that has its own button for the driver's position. */
  wrap?: boolean
}

export function FindChips({ filters, setFilters, source, openStay, float, wrap }: Props) {
  const words = usePlacesWords()
  const language = useLanguage()
  const { stayMinutes, underDollars, features, openNow } = filters
  const cityWords = useCityWords()
  const chosen = useChosenCity()
  const city = useCities(chosen !== null && source === 'default')?.find(
    ({ City }) => City === chosen && source === 'default',
  )
  return (
    <Chips label={words.filters} scroll={!wrap}>
      <Chip float={float} icon={<Hourglass size={18} />} aria-haspopup="dialog" onClick={openStay}>
        {words.stay(durationText(stayMinutes, language))}
      </Chip>
      {!float && !wrap && source !== 'position' && (
        <Chip
          icon={<LocateFixed size={18} />}
          onClick={() => {
            askPosition()
            setFilters({ nearMe: true, text: '', area: null, zone: null })
          }}
        >
          {words.nearMe}
        </Chip>
      )}
      {city && (
        <Chip
          float={float}
          icon={<Building2 size={18} />}
          aria-label={cityWords.change(city.Name)}
          onClick={() => chooseCity(null)}
        >
          {city.Name}
        </Chip>
      )}
      <Chip
        float={float}
        on={underDollars !== null}
        onClick={() => setFilters({ underDollars: underDollars === null ? usualCap : null })}
      >
        {words.under(underDollars ?? usualCap)}
      </Chip>
      {allFeatures.map(feature => (
        <Chip
          key={feature}
          float={float}
          icon={featureIcons[feature]}
          on={features.includes(feature)}
          onClick={() => setFilters(toggleFeature(filters, feature))}
        >
          {words.features[feature]}
        </Chip>
      ))}
      <Chip float={float} icon={<Clock size={18} />} on={openNow} onClick={() => setFilters({ openNow: !openNow })}>
        {words.openNow}
      </Chip>
    </Chips>
  )
}
