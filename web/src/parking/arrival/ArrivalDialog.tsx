// The question at a place where the driver has just arrived, where he lets the browser say where he is.
import { type Found, find } from '@parkit/contract/city/places'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { navigate } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { useWords } from '#platform/language.tsx'
import { askPosition, askWherePermitted, usePosition } from '#platform/position.ts'
import { Question } from '#ui/Question.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

/** As near as a phone tells one side of a street from the next lot. */
export const arrivedMetres = 50

const answered = new Set<string>()

/** The nearest place within reach, unless the driver was asked there already; `places` nearest first. */
export const findArrival = <Place extends Pick<Found, 'ZoneNumber' | 'Distance'>>(
  places: readonly Place[],
): Place | null => {
  const nearest = places[0]
  if (!nearest || nearest.Distance > arrivedMetres || answered.has(nearest.ZoneNumber)) return null
  return nearest
}

/** The same place is asked about once in a visit. */
export const answerArrival = (zone: string): void => {
  answered.add(zone)
}

export default function ArrivalDialog() {
  const words = useWords({ en, hi })
  const { state, spot } = usePosition()
  const known = state === 'known'
  useEffect(() => {
    askWherePermitted()
    // a phone that comes out of the pocket may be somewhere else
    const look = () => {
      if (known && document.visibilityState === 'visible') askPosition()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
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
  const zone = place?.ZoneNumber ?? ''
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
      <p>{words.text(zone)}</p>
    </Question>
  )
}
