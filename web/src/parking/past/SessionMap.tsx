// Where one session was: a still map with its zone's sign, loaded after the screen.

import type { Session } from '@parkit/contract/parking/sessions'
import { CityMap, Credit, OnMap } from '#city/map/map.ts'
import { usePastWords } from './words.ts'

type Props = { session: Pick<Session, 'SessionId' | 'ZoneNumber' | 'Name' | 'Latitude' | 'Longitude'> }

const zoom = 16

export default function SessionMap({ session }: Props) {
  const words = usePastWords()
  const at = { latitude: session.Latitude, longitude: session.Longitude }
  return (
    <>
      <CityMap key={session.SessionId} label={words.detailMap(session.Name)} start={{ centre: at, zoom }} still>
        {map => (
          <OnMap map={map} at={at}>
            <span className="pin pin--on" aria-hidden="true">
              <span className="pin__sign">{session.ZoneNumber}</span>
            </span>
          </OnMap>
        )}
      </CityMap>
      <Credit />
    </>
  )
}
