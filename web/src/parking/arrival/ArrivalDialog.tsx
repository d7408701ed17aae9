// Offers to start a session at the place where the driver is, if the browser may read his position.

import { type Found, find } from '@parkit/contract/city/places'
import { type ZoneName, zoneRef } from '@parkit/contract/platform/zone-number'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { navigate } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { useWords } from '#platform/language.tsx'
import { askPosition, askWherePermitted, usePosition } from '#platform/position.ts'
import { Question } from '#ui/Question.tsx'
import { en } from './words.en.ts'

/** A phone's position is about as precise. */
const arrivedMetres = 50

const answered = new Set<string>()

/** The nearest place within 50 m unless it was answered already; `places` nearest first. */
export const findArrival = <Place extends ZoneName & Pick<Found, 'Distance'>>(
  places: readonly Place[],
): Place | null => {
  const nearest = places[0]
  if (!nearest || nearest.Distance > arrivedMetres || answered.has(zoneRef(nearest))) return null
  return nearest
}

/** A place is offered once per visit. */
export const answerArrival = (zone: string): void => {
  answered.add(zone)
}

export default function ArrivalDialog() {
  const words = useWords('parking/arrival/words', en)
  const { state, spot } = usePosition()
  const known = state === 'known'
  useEffect(() => {
    askWherePermitted()
    // the phone may have moved while the page was hidden
    const update = () => {
      if (known && document.visibilityState === 'visible') askPosition()
    }
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [known])
  const query = {
    Latitude: spot?.latitude,
    Longitude: spot?.longitude,
    Radius: arrivedMetres,
    OpenNow: 'true' as const,
    Limit: 1,
  }
  const { data } = useQuery({
    queryKey: ['places.find', query],
    queryFn: ({ signal }) => send(find, { query }, signal),
    enabled: spot !== null,
  })
  const [answeredZone, setAnsweredZone] = useState('')
  const place = findArrival(data?.Items ?? [])
  const zone = place ? zoneRef(place) : ''
  const answer = () => {
    answerArrival(zone)
    setAnsweredZone(zone)
  }
  return (
    <Question
      variant="primary"
      open={place !== null && answeredZone !== zone}
      title={words.title(place?.Name ?? '')}
      yes={words.start}
      no={words.notNow}
      onYes={() => {
        answer()
        navigate(`/SelectVehicle?zone=${zone}`)
      }}
      onClose={answer}
    >
      <p>{words.text(place?.ZoneNumber ?? '')}</p>
    </Question>
  )
}
