// One place in the list: its sign, how far, how full and how old that count is, and the price of the stay.

import './price.css'
import type { Found, Zone } from '@parkit/contract/city/places'
import { moneyText } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { Suspense } from 'react'
import { ClosureLine } from '#city/closures/closures.ts'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { durationText } from '#platform/text.ts'
import { Availability } from '#ui/Availability.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Panel.tsx'
import { Row } from '#ui/Row.tsx'
import { Sign } from '#ui/Sign.tsx'
import { closedText } from './closed-text.ts'
import { usePlacesWords } from './words.ts'

type Props = {
  place: Found
  stayMinutes: number
  selected: boolean
  onSelect?: (zone: string) => void
}

/** Where "Park here" leads, for a guest too: that screen registers him. */
export const parkPath = (zone: string, minutes: number): string => `/SelectVehicle?zone=${zone}&minutes=${minutes}`
export const detailsPath = (zone: string, stayMinutes: number) => `/parkdetails?zone=${zone}&stay=${stayMinutes}`

export function PlaceRow({ place, stayMinutes, selected, onSelect }: Props) {
  const words = usePlacesWords()
  const language = useLanguage()
  const { ZoneNumber, WalkMinutes, Kind, MaxStayMinutes } = place
  return (
    <Row
      className="place"
      align="top"
      chevron={false}
      lead={<Sign zone={ZoneNumber} live={selected} />}
      title={<span lang="en">{place.Name}</span>}
      sub={
        <Facts
          items={[
            words.walk(WalkMinutes),
            words.kinds[Kind],
            MaxStayMinutes !== null && words.maxStay(durationText(MaxStayMinutes, language)),
          ]}
        />
      }
      more={
        <>
          <Room place={place} marksClosed />
          {place.Closure && (
            <Suspense>
              <ClosureLine closure={place.Closure} timeZone={place.TimeZone} />
            </Suspense>
          )}
        </>
      }
      end={<Price place={place} />}
      selected={onSelect && selected}
      {...(onSelect ? { onClick: () => onSelect(zoneRef(place)) } : { to: detailsPath(zoneRef(place), stayMinutes) })}
    />
  )
}

/** Below the row of the nearest place: straight to its start sheet. */
export function ParkNearest({ place, stayMinutes }: Pick<Props, 'place' | 'stayMinutes'>) {
  const words = usePlacesWords()
  if (!place.Payable || !place.OpenNow || place.PriceMinutes === 0) return null
  return (
    <Button
      variant="primary"
      size="md"
      block
      className="place-nearest"
      to={parkPath(zoneRef(place), place.PriceMinutes || stayMinutes)}
    >
      {words.parkNearest(place.ZoneNumber)}
    </Button>
  )
}

/** How full, and how old that count is; a closed place is marked where that `marksClosed`. */
export function Room({ place, marksClosed }: { place: Found | Zone; marksClosed?: boolean }) {
  const words = usePlacesWords()
  const language = useLanguage()
  const nowMs = useNow(minuteMs)
  const age = useAge(place.FreeAsOf)
  const closed = marksClosed && !place.OpenNow && closedText(place, nowMs, words, language)
  return (
    <>
      {closed && <span className="t-sm t-strong stop">{closed}</span>}
      <Availability place={place} />
      {place.Availability !== 'unknown' && age && <span className="t-sm t-2">{age}</span>}
    </>
  )
}

/** "3 min ago"; null without a count. */
function useAge(at: string | null): string | null {
  const words = usePlacesWords()
  const language = useLanguage()
  const nowMs = useNow(minuteMs)
  if (at === null) return null
  const minutes = Math.floor((nowMs - Date.parse(at)) / minuteMs)
  return minutes < 1 ? words.countedNow : words.counted(durationText(minutes, language))
}

/** The price with its time, which is shorter than the filter's where the place allows no more. */
export function Price({ place }: { place: Pick<Found, 'Payable' | 'Price' | 'PriceMinutes'> }) {
  const words = usePlacesWords()
  const language = useLanguage()
  if (!place.Payable) return <span className="price t-sm t-2">{words.payThere}</span>
  if (place.PriceMinutes === 0) return <span className="price t-sm t-2">{words.neverOpen}</span>
  return (
    <span className="price num">
      <b>{place.Price === 0 ? words.free : moneyText(place.Price)}</b>
      <span className="sr-only"> </span>
      <small>{words.forTime(durationText(place.PriceMinutes, language))}</small>
    </span>
  )
}
