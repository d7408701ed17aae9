// The scanner: reads the code on a sign and says whether the sign is real. It opens no address: a code only names a zone.

import { readZoneRef, zoneRef } from '@parkit/contract/platform/zone-number'
import { useUnits } from '#city/cities/cities.ts'
import './signs.css'
import { moneyText } from '@parkit/contract/platform/money'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Flashlight, Keyboard, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { zoneOptions } from '#city/places/places.ts'
import { answerPlace } from '#parking/sessions/sessions.ts'
import { goBack, navigate } from '#platform/address.tsx'
import { distanceText } from '#platform/distance.ts'
import { useLanguage } from '#platform/language.tsx'
import { becomeGuest, useSession } from '#platform/session.ts'
import { durationText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { ErrorState } from '#ui/EmptyState.tsx'
import { Screen } from '#ui/Screen.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading } from '#ui/Skeleton.tsx'
import { useUiWords } from '#ui/words.ts'
import { NotReal } from './NotReal.tsx'
import { SignNumber } from './SignNumber.tsx'
import { isRefusedSign, useDistance, useSignCheck, useStayQuotes } from './sign-check.ts'
import { type Code, readCode, type SignLink } from './sign-link.ts'
import { useCamera } from './useCamera.ts'
import { type SignWords, useSignWords } from './words.ts'

export default function ScanScreen() {
  const words = useSignWords()
  const ui = useUiWords()
  const video = useRef<HTMLVideoElement>(null)
  const { state, code, lookAgain, light } = useCamera(video)
  const [isTyping, setIsTyping] = useState(false)
  const found = code === null ? null : readCode(code, window.location.origin)
  const isOff = state === 'refused' || state === 'missing'
  return (
    <Screen title={words.scanTitle} width="full" className="scan">
      <video ref={video} className="scan__video" autoPlay muted playsInline />
      <div className="scan__top">
        <IconButton look="road" label={ui.close} icon={<X size={24} />} onClick={() => goBack('/homepage')} />
        {light && (
          <IconButton
            look="road"
            label={words.light}
            aria-pressed={light.isOn}
            icon={<Flashlight size={24} />}
            onClick={light.toggle}
          />
        )}
      </div>
      <div className="scan__head">
        <h1 className="t-h2">{words.scanTitle}</h1>
        <p>{words.scanText}</p>
      </div>
      <div className="scan__frame" aria-hidden="true" />
      <div className="scan__card">
        {found ? (
          <Result key={code} found={found} onAgain={lookAgain} />
        ) : (
          <>
            {isOff && (
              <Banner tone="info">
                <b>{state === 'refused' ? words.cameraOff : words.noCamera}</b>
                <br />
                {state === 'refused' ? words.cameraOffText : words.noCameraText}
              </Banner>
            )}
            {isOff || isTyping ? (
              <SignNumber />
            ) : (
              <Button variant="quiet" block icon={<Keyboard size={22} />} onClick={() => setIsTyping(true)}>
                {words.enterNumber}
              </Button>
            )}
          </>
        )}
      </div>
    </Screen>
  )
}

type ResultProps = { found: Code; onAgain: () => void }

const problemText = (found: Exclude<Code, { link: SignLink }>, words: SignWords) =>
  found.problem === 'foreign' ? words.foreign(found.host, window.location.host) : words[found.problem]

function Result({ found, onAgain }: ResultProps) {
  const words = useSignWords()
  const link = 'link' in found ? found.link : null
  const check = useSignCheck(link)
  const again = (
    <Button block onClick={onAgain}>
      {words.scanAgain}
    </Button>
  )
  if (!('link' in found)) return <NotReal text={problemText(found, words)}>{again}</NotReal>
  if (isRefusedSign(check.error)) return <NotReal fault={check.error}>{again}</NotReal>
  if (check.isError)
    return (
      <ErrorState
        title={words.unchecked}
        text={words.uncheckedText}
        onRetry={check.refetch}
        retrying={check.isFetching}
        other={again}
      />
    )
  if (!check.data)
    return (
      <Loading>
        <p>{words.checking}</p>
      </Loading>
    )
  return <RealSign zoneNumber={`${check.data.City}/${check.data.ZoneNumber}`} again={again} />
}

const usualMinutes = 60

/** `zoneNumber`: with its city, as `zoneRef` writes it. */
function RealSign({ zoneNumber, again }: { zoneNumber: string; again: ReactNode }) {
  const words = useSignWords()
  const language = useLanguage()
  const signedIn = useSession().isSignedIn()
  const zone = useQuery(zoneOptions(zoneNumber)).data
  const minutes = Math.min(
    Math.max(usualMinutes, zone?.MinStayMinutes ?? 0),
    zone?.MaxStayMinutes ?? Number.POSITIVE_INFINITY,
  )
  const [quote] = useStayQuotes(readZoneRef(zoneNumber), [minutes])
  const units = useUnits(zone?.City)
  const distance = useDistance(zone)
  const total = quote?.data?.Total
  const stay = durationText(minutes, language)
  const away = distance && distanceText(distance.metres, language, units)
  const park = () => {
    // its sign was before the camera
    answerPlace(zone ? zoneRef(zone) : zoneNumber)
    if (!signedIn) becomeGuest()
    navigate(`/SelectVehicle?zone=${zone ? zoneRef(zone) : zoneNumber}&minutes=${minutes}`)
  }
  return (
    <>
      <div className="scan__found" role="status">
        <Sign zone={readZoneRef(zoneNumber).ZoneNumber} size="md" live />
        <div className="grow">
          <h2 className="t-h3">{zone?.Name}</h2>
          <p className="t-sm t-2">{zone?.Address}</p>
          <p className="scan__real t-sm t-strong go">
            <BadgeCheck size={18} /> {away && !distance.isElsewhere ? words.realAway(away) : words.realSign}
          </p>
        </div>
      </div>
      {distance?.isElsewhere && away && (
        <Banner tone="warn" icon={<TriangleAlert size={22} />}>
          {words.farAway(away)}
        </Banner>
      )}
      {quote?.isError ? (
        <Banner tone="warn">{quote.error.message || words.priceFailed}</Banner>
      ) : (
        <Button variant="primary" size="amount" block disabled={total === undefined} onClick={park}>
          {total === undefined ? words.checking : total === 0 ? words.parkFree : words.parkFor(moneyText(total), stay)}
        </Button>
      )}
      {again}
    </>
  )
}
