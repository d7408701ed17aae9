// Where one place is: a still map with its outline and its sign, loaded after the screen.

import type { Zone } from '@parkit/contract/city/places'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { CityMap, OnMap, Outline } from '#city/map/map.ts'
import type { Spot } from '#platform/position.ts'
import { Pin, type Pinned } from './Pin.tsx'
import { usePlacesWords } from './words.ts'

const zoom = 17

export default function ZoneMap({ zone, price }: { zone: Zone; price: Pinned | undefined }) {
  const words = usePlacesWords()
  const at: Spot = { latitude: zone.Latitude, longitude: zone.Longitude }
  return (
    <CityMap key={zoneRef(zone)} label={words.zoneMapName} start={{ centre: at, zoom }} still>
      {map => (
        <>
          <Outline map={map} zone={zone} />
          {price && (
            <OnMap map={map} at={at}>
              <Pin place={price} selected />
            </OnMap>
          )}
        </>
      )}
    </CityMap>
  )
}
