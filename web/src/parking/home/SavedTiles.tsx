// The saved places on Home: what an hour there costs now, one press before the start sheet.

import type { SavedPlace } from '@parkit/contract/city/saved'
import { moneyText } from '@parkit/contract/platform/money'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { useQuery } from '@tanstack/react-query'
import { SavedIcon, savedName, useSavedWords } from '#city/saved/saved.ts'
import { quoteOptions } from '#parking/sessions/sessions.ts'
import { Link } from '#platform/address.tsx'
import { useLanguage } from '#platform/language.tsx'
import { durationText, shortTimeText } from '#platform/text.ts'
import { useHomeWords } from './words.ts'

const usualMinutes = 60

type Props = {
  places: readonly SavedPlace[]
  /** by zone, where the driver has a usual length */
  minutesOf: (zoneNumber: string) => number | undefined
}

export const SavedTiles = ({ places, minutesOf }: Props) => (
  <ul className="saved-tiles">
    {places.map(place => (
      <li key={zoneRef(place)}>
        <SavedTile place={place} minutes={minutesOf(zoneRef(place)) ?? usualMinutes} />
      </li>
    ))}
  </ul>
)

function SavedTile({ place, minutes }: { place: SavedPlace; minutes: number }) {
  const words = useHomeWords()
  const saved = useSavedWords()
  const language = useLanguage()
  const quote = useQuery(quoteOptions({ ZoneNumber: place.ZoneNumber, City: place.City, Minutes: minutes })).data
  const price = quote?.FreeUntil
    ? words.freeTill(shortTimeText(quote.FreeUntil, place.TimeZone, language))
    : quote && words.priceFor(moneyText(quote.Total), durationText(quote.Minutes, language))
  return (
    <Link className="panel saved-tile" to={`/SelectVehicle?zone=${zoneRef(place)}&minutes=${minutes}`}>
      <SavedIcon kind={place.Kind} />
      <span className="grow">
        <span className="row__t">{savedName(place, saved)}</span>
        <span className="row__s num">{price ?? '\u00a0'}</span>
      </span>
    </Link>
  )
}
