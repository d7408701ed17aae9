// The places of the driver's last stays, each a way to its page, and on a wide screen the map.

import type { PastSession } from '@parkit/contract/parking/sessions'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { useQuery } from '@tanstack/react-query'
import { zoneOptions } from '#city/places/places.ts'
import { useBaseWords, useLatestSessions } from '#parking/sessions/sessions.ts'
import { useLanguage } from '#platform/language.tsx'
import { rateText } from '#platform/text.ts'
import { Section } from '#ui/Panel.tsx'
import { Reload } from '#ui/Reload.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Sign } from '#ui/Sign.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { HomeMap } from './HomeMap.tsx'
import { recentPlaces } from './recent.ts'

export function RecentPlaces() {
  const words = useBaseWords()
  const sessions = useLatestSessions(10)
  const places = recentPlaces(sessions.data?.Items ?? [])
  return (
    <>
      <Section title={words.recentPlaces}>
        {sessions.isPending ? (
          <LoadingRows count={2} />
        ) : sessions.isError ? (
          <Reload text={words.recentFailed} query={sessions} />
        ) : places.length === 0 ? (
          <p className="home__none t-2">{words.noRecent}</p>
        ) : (
          <List label={words.recentPlaces}>
            {places.map(place => (
              <RecentPlace key={zoneRef(place)} place={place} />
            ))}
          </List>
        )}
      </Section>
      <HomeMap />
    </>
  )
}

function RecentPlace({ place }: { place: PastSession }) {
  const language = useLanguage()
  const zone = useQuery(zoneOptions(zoneRef(place))).data
  return (
    <Row
      lead={<Sign zone={place.ZoneNumber} />}
      title={<span lang="en">{place.Name}</span>}
      sub={<span lang="en">{place.Address}</span>}
      value={zone && rateText(zone, language)}
      to={`/parkdetails?zone=${zoneRef(place)}`}
    />
  )
}
