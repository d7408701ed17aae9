// The selected place over the map: its sign, how full, what the stay costs, and the way to park there.

import type { Found } from '@parkit/contract/city/places'
import { minuteMs } from '@parkit/contract/platform/time'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { X } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { ClosureNote } from '#city/closures/closures.ts'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { durationText } from '#platform/text.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/Panel.tsx'
import { Sign } from '#ui/Sign.tsx'
import { useUiWords } from '#ui/words.ts'
import { closedText } from './closed-text.ts'
import { detailsPath, Price, parkPath, Room } from './PlaceRow.tsx'
import { usePlacesWords } from './words.ts'

type Props = { place: Found; stayMinutes: number; onClose: () => void; isFloating?: boolean }

export default function PlaceCard({ place, stayMinutes, onClose, isFloating }: Props) {
  const words = usePlacesWords()
  const ui = useUiWords()
  const language = useLanguage()
  const { ZoneNumber, Name, Address, MaxStayMinutes, WalkMinutes } = place
  const nowMs = useNow(minuteMs)
  const card = useRef<HTMLElement>(null)
  const chosenAt = useRef<HTMLElement>(null)
  // selected by a row or a sign, it takes the focus: by Tab, dozens of others would come first
  useEffect(() => {
    const from = document.activeElement
    if (!(from instanceof HTMLElement && from.matches('.place, .pin'))) return
    chosenAt.current = from
    card.current?.focus({ preventScroll: true })
  }, [ZoneNumber])
  const close = () => {
    const from = chosenAt.current
    const back = from?.isConnected ? from : document.querySelector<HTMLElement>('.row--selected')
    onClose()
    back?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={cx('place-card', isFloating && 'map-card')}
      aria-label={Name}
      data-over-map
      onKeyDown={event => {
        if (event.key === 'Escape') close()
      }}
    >
      <div className="place-card__top">
        <Sign zone={ZoneNumber} size="md" live />
        <div className="grow">
          <h2 className="t-h3" lang="en">
            {Name}
          </h2>
          <p className="t-sm t-2">{Address}</p>
          <p className="t-sm t-2">
            <Facts
              items={[
                // of a place that is not in the list it is not known from where
                WalkMinutes > 0 && words.walk(WalkMinutes),
                MaxStayMinutes !== null && words.maxStay(durationText(MaxStayMinutes, language)),
              ]}
            />
          </p>
        </div>
        <IconButton label={ui.close} icon={<X size={22} />} onClick={close} />
      </div>
      <div className="place-card__line">
        <span className="avail-line">
          <Room place={place} />
        </span>
        <Price place={place} />
      </div>
      {place.Closure && (
        <Suspense>
          <ClosureNote closure={place.Closure} timeZone={place.TimeZone} />
        </Suspense>
      )}
      <div className="place-card__ways">
        <Button to={detailsPath(zoneRef(place), stayMinutes)}>{words.details}</Button>
        {place.Payable && (
          <Button
            variant="primary"
            to={parkPath(zoneRef(place), place.PriceMinutes || stayMinutes)}
            disabled={!place.OpenNow}
          >
            {place.OpenNow ? words.parkHere : closedText(place, nowMs, words, language)}
          </Button>
        )}
      </div>
    </section>
  )
}
