// The map with the car and the driver, and a straight line between them; or a mark in its middle, to set the car's spot.
import { CarFront } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  CityMap,
  Credit,
  DriverDot,
  type LeafletMap,
  latLngBounds,
  MapButtons,
  OnMap,
  PathLine,
} from '#city/map/map.ts'
import type { Spot } from '#platform/position.ts'
import { Button } from '#ui/Button.tsx'
import { useCarWords } from './words.ts'

type Props = { car: Spot; me: Spot | null; isMoving: boolean; onPlace: (spot: Spot) => void; onCancel: () => void }

const zoom = 17
const point = ({ latitude, longitude }: Spot): [number, number] => [latitude, longitude]

export default function CarMap({ car, me, isMoving, onPlace, onCancel }: Props) {
  const words = useCarWords()
  const [map, setMap] = useState<LeafletMap>()
  const isFitted = useRef(false)
  useEffect(() => {
    if (!map || !me || isFitted.current) return
    isFitted.current = true
    map.fitBounds(latLngBounds([point(me), point(car)]), { padding: [48, 48], maxZoom: zoom })
  }, [map, me, car])
  useEffect(() => {
    // at once: during an animation the map takes no key
    if (isMoving) map?.setView(point(car), zoom, { animate: false })
    // the map is the driver's from then on
  }, [map, isMoving])
  const placeHere = () => {
    const { lat, lng } = map!.getCenter()
    onPlace({ latitude: Math.round(lat * 1e5) / 1e5, longitude: Math.round(lng * 1e5) / 1e5 })
  }
  return (
    <>
      <CityMap label={words.map} start={{ centre: car, zoom }} onReady={setMap}>
        {shown => (
          <>
            {me && !isMoving && <PathLine map={shown} from={me} to={car} />}
            <DriverDot map={shown} />
            {!isMoving && (
              <OnMap map={shown} at={car} above>
                <CarPin label={words.car} />
              </OnMap>
            )}
          </>
        )}
      </CityMap>
      <div className="car__zoom">
        <MapButtons map={map} fold />
      </div>
      {isMoving && (
        <>
          <div className="car__mark">
            <CarPin label={words.car} />
          </div>
          <div className="car__move">
            <p className="t-sm" role="status">
              {words.moveText}
            </p>
            <Button variant="primary" size="md" onClick={placeHere} disabled={!map}>
              {words.placeHere}
            </Button>
            <Button size="md" onClick={onCancel}>
              {words.cancel}
            </Button>
          </div>
        </>
      )}
      <Credit />
    </>
  )
}

const CarPin = ({ label }: { label: string }) => (
  <span className="pin pin--on" role="img" aria-label={label}>
    <span className="pin__sign">
      <CarFront size={24} />
    </span>
  </span>
)
