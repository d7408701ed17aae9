// One place: where it is, how full it is, what it costs and when, and the way to park there.
import { ClosureNote } from '#city/closures/closures.ts'
import { Credit } from '#city/map/map.ts'
import { SaveButton } from '#city/saved/saved.ts'
import './zone.css'
import type { Zone } from '@parkit/contract/city/places'
import { moneyText } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { calledForm, zoneRef } from '@parkit/contract/platform/zone-number'
import { ChevronDown, Navigation, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from '#platform/address.tsx'
import { CallError } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { useLanguage, wordsNow } from '#platform/language.tsx'
import { addressIn, durationText } from '#platform/text.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { BackButton, Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { closedText } from './closed-text.ts'
import { ForecastBars } from './ForecastBars.tsx'
import { parkPath, Room } from './PlaceRow.tsx'
import { parseFilters } from './place-filters.ts'
import { useStayPrice } from './place-queries.ts'
import { RateTable } from './RateTable.tsx'
import { StaySheet } from './stay.ts'
import { usePlaceChanges } from './usePlaceChanges.ts'
import { WhichZone, zoneAsked } from './WhichZone.tsx'
import { en } from './words.en.ts'
import { usePlacesWords } from './words.ts'
import { OpenLine, ZoneFacts, ZoneRules } from './ZoneFacts.tsx'
import { useZone } from './zone-query.ts'

/** The code of a city before what a place is called, as `zoneRef` writes it. */
const cityPrefix = /^[a-z][a-z0-9-]{1,30}\//

const ZoneMap = lazy(() => import('./ZoneMap.tsx'))
const WeekAhead = lazy(() => import('./WeekAhead.tsx'))

export default function ZoneScreen() {
  const words = usePlacesWords()
  const [address, setAddress] = useSearchParams()
  const text = address.get('zone')?.trim() ?? ''
  const zoneNumber = calledForm.test(text.replace(cityPrefix, '')) ? text : null
  const zone = useZone(zoneNumber)
  usePlaceChanges()
  const title = zone.data?.Name ?? words.findParking
  const unknown = zone.error instanceof CallError && (zone.error.status === 404 || zone.error.status === 400)
  if (zone.data) return <ZoneView key={zoneRef(zone.data)} zone={zone.data} />
  const top = <TopBar title={title} back={true} />
  const asked = zoneAsked(zone.error)
  if (asked)
    return (
      <Screen title={words.findParking} top={<TopBar title={words.findParking} back={true} />}>
        <WhichZone asked={asked} typed={text} onChoose={chosen => setAddress({ zone: chosen }, { replace: true })} />
      </Screen>
    )
  if (!zoneNumber || unknown)
    return (
      <Screen title={words.unknownTitle} top={top}>
        <EmptyState
          title={words.unknownTitle}
          text={zoneNumber ? words.unknownText(zoneNumber) : words.unknownEmpty}
          action={
            <Button variant="primary" block to="/findparking">
              {words.findParking}
            </Button>
          }
        />
      </Screen>
    )
  if (zone.isError)
    return (
      <Screen title={title} top={top}>
        <ReadFailed title={words.zoneFailed} query={zone} />
      </Screen>
    )
  return (
    <Screen title={title} width="two" className="zone">
      <div className="zone__map">
        <div className="zone__over">
          <BackButton to={true} float />
        </div>
      </div>
      <h1 className="sr-only">{title}</h1>
      <div className="zone__body">
        <Loading>
          <div className="stack">
            <div className="zone__head">
              <Skeleton width={92} height={68} radius={12} />
              <Skeleton width="60%" height={28} />
            </div>
            <Skeleton height={20} />
            <Skeleton height={64} />
            <Skeleton height={140} />
          </div>
        </Loading>
      </div>
    </Screen>
  )
}

function ZoneView({ zone }: { zone: Zone }) {
  const words = usePlacesWords()
  const language = useLanguage()
  const nowMs = useNow(minuteMs)
  const [address, setAddress] = useSearchParams()
  const { stayMinutes } = parseFilters(address)
  const found = useStayPrice(zoneRef(zone), stayMinutes)
  const [isStayOpen, setIsStayOpen] = useState(false)
  const minutes = found?.PriceMinutes || stayMinutes
  const stay = durationText(minutes, language)
  const directions = `geo:${zone.Latitude},${zone.Longitude}?q=${zone.Latitude},${zone.Longitude}(${encodeURIComponent(zone.Name)})`
  return (
    <Screen
      title={zone.Name}
      width="two"
      className="zone"
      dock={
        <Dock line className="zone__dock">
          {!zone.Payable && <p className="t-body-s t-2 zone__not-sold">{words.notSold}</p>}
          {zone.Payable && (
            <button
              type="button"
              className="zone__price num"
              aria-haspopup="dialog"
              onClick={() => setIsStayOpen(true)}
            >
              <b>
                {!found ? (
                  <Skeleton width={64} height={24} />
                ) : found.PriceMinutes === 0 ? (
                  words.neverOpen
                ) : found.Price === 0 ? (
                  words.free
                ) : (
                  moneyText(found.Price)
                )}
                <ChevronDown size={18} />
              </b>
              <span className="sr-only"> </span>
              {found?.PriceMinutes !== 0 && (
                <small>{found?.Price === 0 ? words.forTime(stay) : words.feeIncluded(stay)}</small>
              )}
              <span className="sr-only">. {words.changeStay(stay)}</span>
            </button>
          )}
          {zone.Payable && (
            <Button variant="primary" to={parkPath(zoneRef(zone), minutes)} disabled={!zone.OpenNow}>
              {zone.OpenNow ? words.parkHere : closedText(zone, nowMs, words, language)}
            </Button>
          )}
        </Dock>
      }
    >
      <div className="zone__map">
        <Suspense>
          <ZoneMap zone={zone} price={found} />
        </Suspense>
        <div className="zone__over">
          <BackButton to={true} float />
          <span className="zone__acts">
            <SaveButton zone={zone} />
            <IconButton look="float" label={words.share} icon={<Share2 size={22} />} onClick={() => share(zone)} />
          </span>
        </div>
        <Credit also={zone.Attribution} />
      </div>
      <div className="zone__body">
        <div className="zone__head">
          <Sign zone={zone.ZoneNumber} size="md" live />
          <div className="grow">
            <h1 className="t-h2" lang="en">
              {zone.Name}
            </h1>
            <p className="t-body-s t-2" lang="en">
              {addressIn(zone)}
            </p>
            <p className="t-body-s t-2">{zone.Neighbourhood}</p>
          </div>
        </div>
        <div className="zone__state">
          <span className="avail-line">
            <Room place={zone} />
          </span>
          {zone.Payable && <OpenLine zone={zone} />}
        </div>
        {zone.Closure && (
          <Suspense>
            <ClosureNote closure={zone.Closure} timeZone={zone.TimeZone} />
          </Suspense>
        )}
        <ZoneFacts zone={zone} />
        <a className="btn btn--secondary btn--md btn--block" href={directions}>
          <Navigation size={20} />
          <span>{words.directions}</span>
        </a>
        <RateTable zone={zone} />
        <Suspense>
          <WeekAhead zone={zone} />
        </Suspense>
        <ForecastBars zone={zone} />
        {zone.Payable && <ZoneRules zone={zone} />}
      </div>
      <StaySheet
        stayOnly
        filters={{ stayMinutes, underDollars: null }}
        setFilters={stay => setAddress({ zone: zoneRef(zone), stay: String(stay.stayMinutes) }, { replace: true })}
        timeZone={zone.TimeZone}
        open={isStayOpen}
        onClose={() => setIsStayOpen(false)}
      />
    </Screen>
  )
}

/** The device's own way to share; a copy of the link where it has none. */
function share(zone: Zone): void {
  const { Name } = zone
  const url = `${window.location.origin}/parkdetails?zone=${zoneRef(zone)}`
  if (typeof navigator.share === 'function') {
    // closing the device's sheet is no failure
    navigator.share({ title: Name, url }).catch(() => undefined)
    return
  }
  navigator.clipboard
    ?.writeText(url)
    .then(() => toast.success(wordsNow('city/places/words', en).copied, { id: 'copied' }))
    .catch(() => undefined)
}
