// Asked before paying from far away: how far the zone is, the zones near the phone, and the way on.

import { zoneRef } from '@parkit/contract/platform/zone-number'
import { useUnits } from '#city/cities/cities.ts'
import './guards.css'
import { find, type Zone } from '@parkit/contract/city/places'
import { moneyText } from '@parkit/contract/platform/money'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { navigate } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { distanceText } from '#platform/distance.ts'
import { useLanguage } from '#platform/language.tsx'
import { usePosition } from '#platform/position.ts'
import { Button } from '#ui/Button.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Sign } from '#ui/Sign.tsx'
import { answerPlace } from './answers.ts'
import { useGuardWords } from './words.ts'

/** The question does without it. */
const PlaceMap = lazy(() => import('./PlaceMap.tsx').catch(() => ({ default: () => <></> })))

const mostNearby = 2

type Props = {
  open: boolean
  zone: Zone
  metres: number
  minutes: number
  vehicleId: string
  onGoOn: () => void
  onClose: () => void
}

export default function PlaceGuard({ open, zone, metres, minutes, vehicleId, onGoOn, onClose }: Props) {
  const words = useGuardWords()
  const language = useLanguage()
  const position = usePosition()
  const { spot } = position
  const query = {
    Latitude: spot?.latitude,
    Longitude: spot?.longitude,
    Minutes: minutes,
    OpenNow: 'true' as const,
    Limit: mostNearby + 1,
  }
  const units = useUnits(zone.City)
  const { data } = useQuery({
    queryKey: ['places.find', query],
    queryFn: ({ signal }) => send(find, { query }, signal),
    enabled: open && spot !== null,
  })
  const nearby = (data?.Items ?? []).filter(place => zoneRef(place) !== zoneRef(zone)).slice(0, mostNearby)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.away(distanceText(metres, language, units))}
      className="guard"
      dock={
        <>
          <Button variant="primary" block onClick={() => navigate('/scan')}>
            {words.scan}
          </Button>
          <Button
            block
            onClick={() => {
              answerPlace(zoneRef(zone))
              onGoOn()
            }}
          >
            {words.parkedIn(zone.ZoneNumber)}
          </Button>
        </>
      }
    >
      <p className="t-2">{words.wrongZone}</p>
      {position.state === 'known' && (
        <div className="guard__map">
          <Suspense>
            <PlaceMap zone={zone} spot={position.spot} />
          </Suspense>
          <span className="guard__you t-sm">{words.you(distanceText(position.accuracyMetres, language, units))}</span>
        </div>
      )}
      {nearby.length > 0 && (
        <>
          <h3 className="t-h3">{words.near}</h3>
          <List label={words.near}>
            {nearby.map(place => (
              <Row
                key={zoneRef(place)}
                lead={<Sign zone={place.ZoneNumber} />}
                title={<span lang="en">{place.Name}</span>}
                sub={words.distance(distanceText(place.Distance, language, units))}
                value={moneyText(place.Price)}
                to={`/SelectVehicle?zone=${zoneRef(place)}&minutes=${minutes}&vehicle=${vehicleId}`}
              />
            ))}
          </List>
        </>
      )}
    </Sheet>
  )
}
