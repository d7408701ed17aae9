// The nearest places on a map, as a picture that leads to Find Parking: on Home, where the screen has room for it.
import { zoneRef } from '@parkit/contract/platform/zone-number'
import './near-map.css'
import { Map as MapIcon } from 'lucide-react'
import { CityMap, Credit, groupSigns, OnMap, signSize } from '#city/map/map.ts'
import { GroupPin, leastPrice, noFilters, Pin, useFound, usePlaceChanges, usePlacesWords } from '#city/places/places.ts'
import { Link } from '#platform/address.tsx'
import { usePosition } from '#platform/position.ts'

const zoom = 15
const mostPlaces = 12
const ignore = () => undefined

export default function NearMap() {
  const words = usePlacesWords()
  const { spot } = usePosition()
  usePlaceChanges()
  const { data } = useFound(noFilters, spot, false)
  if (!data) return null
  const centre = { latitude: data.Centre.Latitude, longitude: data.Centre.Longitude }
  return (
    <div className="near-map">
      <CityMap key={`${centre.latitude},${centre.longitude}`} label={words.mapName} start={{ centre, zoom }} still>
        {(map, shownZoom) =>
          groupSigns(map, shownZoom, data.Items.slice(0, mostPlaces), undefined, signSize).map(([first, ...others]) => (
            <OnMap
              key={zoneRef(first.place)}
              map={map}
              at={{ latitude: first.place.Latitude, longitude: first.place.Longitude }}
            >
              {others.length === 0 ? (
                <Pin place={first.place} />
              ) : (
                <GroupPin
                  count={others.length + 1}
                  price={leastPrice([first, ...others].map(({ place }) => place))}
                  onPress={ignore}
                />
              )}
            </OnMap>
          ))
        }
      </CityMap>
      <Link to="/findParkingMap" className="near-map__go">
        <span className="btn btn--secondary btn--sm">
          <MapIcon size={20} />
          {words.findParking}
        </span>
      </Link>
      <Credit />
    </div>
  )
}
