// The map of past sessions with the card of the selected place, or why there is none.

import type { Visit } from '@parkit/contract/parking/past'
import { moneyText } from '@parkit/contract/platform/money'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#platform/address.tsx'
import { useLanguage } from '#platform/language.tsx'
import { dayText } from '#platform/text.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Panel.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Sign } from '#ui/Sign.tsx'
import { NoSessions } from './NoSessions.tsx'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

type Props = Past & {
  /** The list beside the map says that there is none. */
  isBesideList?: boolean
  children: (places: readonly Visit[], selected: Visit) => ReactNode
}

export function Visits({ visits, options, setOptions, isBesideList, children }: Props) {
  const words = usePastWords()
  const places = visits.data?.Items
  // the last visited until one is selected
  const selected = places?.find(place => zoneRef(place) === options.zone) ?? places?.[0]
  return (
    <div className="past__side">
      {visits.isError && !places ? (
        <ReadFailed title={words.listFailed} query={visits} />
      ) : places && selected ? (
        <>
          {children(places, selected)}
          <VisitCard visit={selected} />
        </>
      ) : places && !isBesideList ? (
        <NoSessions options={options} setOptions={setOptions} />
      ) : (
        <div className="map-box" />
      )}
    </div>
  )
}

function VisitCard({ visit }: { visit: Visit }) {
  const words = usePastWords()
  const language = useLanguage()
  const { ZoneNumber, Name, Last } = visit
  return (
    <section className="map-card past__card" aria-label={Name} data-over-map>
      <Link to={`/ParkingSessionDetail?session=${Last.SessionId}`} className="past__visit">
        <Sign zone={ZoneNumber} live />
        <span className="grow">
          <span className="row__t t-lead" lang="en">
            {Name}
          </span>
          <span className="row__s">
            <Facts
              items={[words.visits(visit.Visits), words.lastVisit(dayText(Last.StartedAt, visit.TimeZone, language))]}
            />
          </span>
        </span>
        <span className="row__v num t-lead">{moneyText(Last.AmountPaid)}</span>
      </Link>
      <div className="past__ways">
        <Button size="md" icon={<ReceiptText size={20} />} to={`/confirmlocation?session=${Last.SessionId}`}>
          {words.receipt}
        </Button>
        <Button size="md" variant="primary" to={`/SelectVehicle?zone=${zoneRef(visit)}`}>
          {words.parkAgain}
        </Button>
      </div>
    </section>
  )
}
