// Where the phone is and where the zone is, on a still map.
import type { Zone } from '@parkit/contract/city/places'
import { CityMap, Credit, OnMap, Outline } from '#city/map/map.ts'
import type { Spot } from '#platform/position.ts'
import { useGuardWords } from './words.ts'

const zoom = 15
/** Pixels: the sign is above its point, and the driver's point below the text about it. */
const [edge, sign, text] = [28, 84, 64]

export default function PlaceMap({ zone, spot }: { zone: Zone; spot: Spot }) {
  const words = useGuardWords()
  const at = { latitude: zone.Latitude, longitude: zone.Longitude }
  const way: Parameters<typeof Outline>[0]['zone'] = {
    Kind: 'street',
    Availability: 'unknown',
    Outline: [
      [spot.longitude, spot.latitude],
      [at.longitude, at.latitude],
    ],
  }
  return (
    <>
      <CityMap
        label={words.map}
        start={{ centre: at, zoom }}
        still
        onReady={map => {
          // as near as both fit, between two zooms as well
          map.options.zoomSnap = 0
          map.fitBounds(
            [
              [spot.latitude, spot.longitude],
              [at.latitude, at.longitude],
            ],
            {
              paddingTopLeft: [edge * 2, at.latitude > spot.latitude ? sign : text],
              paddingBottomRight: [edge * 2, edge],
              animate: false,
            },
          )
        }}
      >
        {map => (
          <>
            <Outline map={map} zone={way} />
            <OnMap map={map} at={spot}>
              <span className="here" />
            </OnMap>
            <OnMap map={map} at={at} above>
              <span className="pin pin--on" aria-hidden="true">
                <span className="pin__sign">{zone.ZoneNumber}</span>
              </span>
            </OnMap>
          </>
        )}
      </CityMap>
      <Credit />
    </>
  )
}
