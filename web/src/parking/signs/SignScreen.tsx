// The page that a sign's link opens: whether the sign is real, then the place, what parking costs, and the way to park.
import { zoneRef } from '@parkit/contract/platform/zone-number'
import './signs.css'
import type { Zone } from '@parkit/contract/city/places'
import { moneyText } from '@parkit/contract/platform/money'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, ShieldCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useUnits } from '#city/cities/cities.ts'
import { ClosureNote } from '#city/closures/closures.ts'
import { usePlaceChanges, usePlacesWords, WhichZone, zoneAsked, zoneOptions } from '#city/places/places.ts'
import { answerPlace, lineItems, useParkingWords } from '#parking/sessions/sessions.ts'
import { Link, navigate, useLocation } from '#platform/address.tsx'
import { CallError } from '#platform/client.ts'
import { distanceText } from '#platform/distance.ts'
import { useLanguage } from '#platform/language.tsx'
import { withNext } from '#platform/next.ts'
import { becomeGuest, useSession } from '#platform/session.ts'
import { addressIn, durationText, endText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { ErrorState } from '#ui/EmptyState.tsx'
import { Logo } from '#ui/Logo.tsx'
import { Facts } from '#ui/Panel.tsx'
import { Reload } from '#ui/Reload.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Dock, Screen } from '#ui/Screen.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { NotReal } from './NotReal.tsx'
import { SignNumber } from './SignNumber.tsx'
import { StreetSign } from './StreetSign.tsx'
import { isRefusedSign, useDistance, useSignCheck, useStayQuotes } from './sign-check.ts'
import { readAddress } from './sign-link.ts'
import { useSignWords } from './words.ts'

export default function SignScreen() {
  const words = useSignWords()
  const { pathname, search } = useLocation()
  const address = readAddress(pathname, search)
  usePlaceChanges()
  const check = useSignCheck(address?.link ?? null)
  const zone = useQuery({ ...zoneOptions(address?.zone ?? ''), enabled: address !== null })
  const fault = isRefusedSign(check.error) ? check.error : undefined
  if (!address || fault)
    return (
      <Bare title={words.scanned}>
        <NotReal fault={fault} />
      </Bare>
    )
  // before the place: what can't be checked now is not shown as a place to pay at
  if (check.isError)
    return (
      <Bare title={words.unchecked}>
        <ErrorState
          title={words.unchecked}
          text={words.uncheckedText}
          onRetry={check.refetch}
          retrying={check.isFetching}
        />
      </Bare>
    )
  const asked = zoneAsked(zone.error)
  if (asked)
    return (
      <Bare title={words.unknownZone}>
        <WhichZone
          asked={asked}
          typed={address.zone}
          onChoose={chosen => navigate(`/z/${chosen}`, { replace: true })}
        />
      </Bare>
    )
  if (zone.error instanceof CallError && zone.error.status === 404)
    return (
      <Bare title={words.unknownZone}>
        <div className="stack">
          <div>
            <h2 className="t-h2">{words.unknownZone}</h2>
            <p className="t-2">{words.unknownText}</p>
          </div>
          <SignNumber />
        </div>
      </Bare>
    )
  if (zone.isError)
    return (
      <Bare title={words.zoneFailed}>
        <ErrorState title={words.zoneFailed} onRetry={zone.refetch} retrying={zone.isFetching} />
      </Bare>
    )
  if (!zone.data || (address.link && !check.data))
    return (
      <Bare title={words.checking}>
        <Loading>
          <div className="stack">
            <Skeleton height={108} radius={16} />
            <Skeleton width="60%" height={28} />
            <Skeleton height={56} />
          </div>
        </Loading>
      </Bare>
    )
  return <SignPage zone={zone.data} city={check.data?.CityName} />
}

function Bare({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Screen
      title={title}
      width="form"
      top={
        <header className="top top--large">
          <Logo height={34} />
          <h1 className="sr-only">{title}</h1>
        </header>
      }
    >
      {children}
    </Screen>
  )
}

/** First the usual ones; with "…" the others. Minutes. */
const usualStays = [30, 60, 120]
const allStays = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1_440]

/** Those that the place allows; its shortest or longest stay where it allows none of them. */
const staysAt = ({ MinStayMinutes, MaxStayMinutes }: Zone, offered: number[]): number[] => {
  const most = MaxStayMinutes ?? Number.POSITIVE_INFINITY
  const allowed = offered.filter(minutes => minutes >= MinStayMinutes && minutes <= most)
  return allowed.length > 0 ? allowed : [Math.min(Math.max(60, MinStayMinutes), most)]
}

/** `city`: of a sign that is verified. */
function SignPage({ zone, city }: { zone: Zone; city: string | undefined }) {
  const words = useSignWords()
  const parking = useParkingWords()
  const language = useLanguage()
  const signedIn = useSession().isSignedIn()
  const distance = useDistance(zone)
  const units = useUnits(zone.City)
  const [showsAll, setShowsAll] = useState(false)
  const { notSold } = usePlacesWords()
  const stays = staysAt(zone, showsAll ? allStays : usualStays)
  const [chosen, setChosen] = useState(60)
  const minutes = stays.includes(chosen) ? chosen : stays[0]!
  const quotes = useStayQuotes(zone, zone.Payable ? stays : [])
  const found = quotes[stays.indexOf(minutes)]
  const quote = found?.data
  const path = `/SelectVehicle?zone=${zoneRef(zone)}&minutes=${minutes}`
  /** A newcomer comes in as a guest: that screen asks for phone and plate alone (D-52). */
  const goOn = (to: string) => {
    // its sign was scanned, or this page has said how far it is
    if (city || distance?.isElsewhere) answerPlace(zoneRef(zone))
    if (!signedIn) becomeGuest()
    navigate(to)
  }
  const price = quote && (quote.Total > 0 ? words.parkHere(moneyText(quote.Total)) : words.parkFree)
  const free = zone.Free
  // one at a time: the one about the distance says to check the sign too
  const warning = !zone.Payable
    ? null
    : distance?.isElsewhere
      ? words.farAway(distanceText(distance.metres, language, units))
      : !city && words.typed(zone.ZoneNumber)
  return (
    <Screen
      title={zone.Name}
      width="form"
      className="sign-page"
      top={
        <div className="sign-page__scene">
          <div className="sign-page__top">
            <Logo height={34} />
            {city && (
              <p className="sign-page__badge t-sm" role="status">
                <BadgeCheck size={20} /> {words.verified(zone.ZoneNumber)}
              </p>
            )}
          </div>
          <StreetSign zone={zone.ZoneNumber} />
        </div>
      }
      dock={
        <Dock>
          {found && !found.isError && (
            <Button variant="primary" size="amount" block disabled={!quote} onClick={() => goOn(path)}>
              {price ?? <Skeleton width={160} height={24} />}
            </Button>
          )}
          <p className="sign-page__ways t-sm">
            {!signedIn && zone.Payable && (
              <>
                <span className="t-2">{words.noAccount}</span>
                <Link className="link link--tap" to={withNext('/login', path)}>
                  {words.signIn}
                </Link>
              </>
            )}
            <button type="button" className="link link--tap" onClick={() => goOn('/supportpage')}>
              {words.report}
            </button>
          </p>
        </Dock>
      }
    >
      <div className="sign-page__place">
        <h1 className="t-h2" lang="en">
          {zone.Name}
        </h1>
        <p className="t-2">
          <Facts
            items={[
              addressIn(zone),
              zone.MaxStayMinutes !== null && (
                <Spoken key="stay" text={words.maxStay(durationText(zone.MaxStayMinutes, language))} />
              ),
              free !== null && words.taken(zone.Capacity - free, zone.Capacity),
            ]}
          />
        </p>
      </div>
      {warning && (
        <Banner tone="warn" icon={<TriangleAlert size={22} />}>
          {warning}
        </Banner>
      )}
      {zone.Closure && (
        <Suspense>
          <ClosureNote closure={zone.Closure} timeZone={zone.TimeZone} />
        </Suspense>
      )}
      {zone.Payable ? (
        <>
          <Choices label={parking.howLong}>
            {stays.map((stay, i) => {
              const total = quotes[i]?.data?.Total
              return (
                <ChoiceChip
                  key={stay}
                  on={stay === minutes}
                  sub={total === undefined ? undefined : moneyText(total)}
                  onClick={() => setChosen(stay)}
                >
                  {durationText(stay, language)}
                </ChoiceChip>
              )
            })}
            {!showsAll && (
              <ChoiceChip aria-label={words.moreTimes} onClick={() => setShowsAll(true)}>
                …
              </ChoiceChip>
            )}
          </Choices>
          <div className="sign-page__price">
            {quote ? (
              <KeyValue
                items={[
                  ...lineItems(quote.Lines, parking, language),
                  {
                    label: words.totalUntil(endText(quote.EndsAt, zone.TimeZone, language, Date.parse(quote.StartsAt))),
                    value: moneyText(quote.Total),
                    total: true,
                  },
                ]}
              />
            ) : found?.isError ? (
              <Reload
                text={(found.error instanceof CallError && found.error.message) || words.priceFailed}
                query={found}
              />
            ) : (
              <Skeleton height={104} radius={12} />
            )}
          </div>
        </>
      ) : (
        <p>{notSold}</p>
      )}
      {city && (
        <p className="sign-page__who">
          <ShieldCheck size={24} />
          <span>
            <b>{window.location.host}</b>, {words.forCity(city)}
          </span>
        </p>
      )}
    </Screen>
  )
}
