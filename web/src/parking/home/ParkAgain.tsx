// Park again: the stay this driver usually takes at this hour, one press before its start sheet.

import type { Session } from '@parkit/contract/parking/sessions'
import type { UsualStay } from '@parkit/contract/parking/usual'
import { moneyText } from '@parkit/contract/platform/money'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { zoneOptions } from '#city/places/places.ts'
import { useSaved } from '#city/saved/saved.ts'
import { agreeTo, quoteOptions } from '#parking/sessions/sessions.ts'
import { navigate } from '#platform/address.tsx'
import { hasAssist } from '#platform/assist.ts'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { removeCached, writeCache } from '#platform/local-cache.ts'
import { usePosition } from '#platform/position.ts'
import { durationText } from '#platform/text.ts'
import { Availability } from '#ui/Availability.tsx'
import { Button } from '#ui/Button.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Panel, Section } from '#ui/Panel.tsx'
import { Sign } from '#ui/Sign.tsx'
import { chooseStay } from './park-again.ts'
import { SavedTiles } from './SavedTiles.tsx'
import { stayPath, useStayText } from './stay-text.ts'
import { useUsualStays } from './usual-stays.ts'
import { useHomeWords } from './words.ts'

const UsualSheet = lazySheet(() => import('./UsualSheet.tsx'))

/**
 * The prerendered page leaves as much room, and so does Home until this is loaded. An observer reports the height after
 * layout; reading it earlier would force layout.
 */
const cacheHeight = (section: HTMLElement | null) => {
  if (!section) return
  const watch = new ResizeObserver(() => writeCache('againPx', section.offsetHeight))
  watch.observe(section)
  return () => watch.disconnect()
}

/** Home, Work, and the two that were saved first; the others are under All places */
const shownSaved = 4

/** Nothing for a driver who has not parked yet, or whose cars are all parked, and who saved no place. */
export function ParkAgain({ running }: { running: readonly Session[] }) {
  const words = useHomeWords()
  const nowMs = useNow(60_000)
  const { spot } = usePosition()
  const [isListOpen, setIsListOpen] = useState(false)
  const parked = new Set(running.map(({ Vehicle }) => Vehicle.VehicleID))
  const stays = useUsualStays().data ?? []
  const stay = chooseStay(stays, nowMs, { spot, parked })
  const saved = useSaved().data ?? []
  const isShown = stay !== undefined || saved.length > 0
  useEffect(() => {
    if (!isShown) removeCached('againPx')
  }, [isShown])
  if (!isShown) return null
  return (
    <div ref={cacheHeight}>
      <Section
        title={words.parkAgain}
        action={
          <button type="button" className="link link--tap" aria-haspopup="dialog" onClick={() => setIsListOpen(true)}>
            {words.allPlaces}
          </button>
        }
      >
        {stay && <AgainCard stay={stay} />}
        {saved.length > 0 && (
          <SavedTiles
            places={saved.slice(0, shownSaved)}
            minutesOf={zone => stays.find(stay => zoneRef(stay) === zone)?.Minutes}
          />
        )}
      </Section>
      <UsualSheet open={isListOpen} onClose={() => setIsListOpen(false)} />
    </div>
  )
}

function AgainCard({ stay }: { stay: UsualStay }) {
  const words = useHomeWords()
  const language = useLanguage()
  const textOf = useStayText()
  const { ZoneNumber, VehicleId, PlateNumber } = stay
  const zone = useQuery(zoneOptions(zoneRef(stay))).data
  const quote = useQuery(quoteOptions({ ZoneNumber, City: stay.City, VehicleId, Minutes: stay.Minutes })).data
  const minutes = quote?.Minutes ?? stay.Minutes
  // one press parks: the sheet that opens pays for this total, and for no other
  const park = () => {
    if (quote) agreeTo({ zone: zoneRef(stay), vehicleId: VehicleId, minutes: quote.Minutes, total: quote.Total })
    navigate(stayPath(stay))
  }
  return (
    <Panel className="again">
      <div className="again__top">
        <Sign zone={ZoneNumber} size="md" />
        <div className="grow">
          <h3 className="t-strong" lang="en">
            {stay.Name}
          </h3>
          <p className="t-sm t-2">{textOf(stay, minutes)}</p>
          {zone ? <Availability place={zone} /> : <span className="avail">{'\u00a0'}</span>}
        </div>
      </div>
      <Button
        size="md"
        block
        className="again__go"
        {...(hasAssist('motor') ? { onClick: park } : { to: stayPath(stay) })}
      >
        {words.parkPlate(PlateNumber, durationText(minutes, language), quote && moneyText(quote.Total))}
      </Button>
    </Panel>
  )
}
