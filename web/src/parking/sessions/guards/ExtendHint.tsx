// The one hint beside the price of more time: it is free, or cars are towed soon after it.

import type { Quote, Session } from '@parkit/contract/parking/sessions'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { useQuery } from '@tanstack/react-query'
import { zoneOptions } from '#city/places/places.ts'
import { now } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { quoteOptions } from '../quotes.ts'
import { useParkingWords } from '../words.ts'
import { checkStay } from './stay-check.ts'
import { useGuardWords } from './words.ts'

export function ExtendHint({ session, quote }: { session: Session; quote: Quote }) {
  const words = useGuardWords()
  const parking = useParkingWords()
  const language = useLanguage()
  const zone = useQuery(zoneOptions(zoneRef(session))).data
  const endMs = Date.parse(session.EndsAt)
  const hint = zone ? checkStay(quote, zone, endMs) : null
  // free from the start of the added time on, or from later on
  const freeMs = quote.Total === 0 ? endMs : hint?.kind === 'freeLater' ? hint.atMs : undefined
  const ahead = useQuery({
    ...quoteOptions({
      ZoneNumber: session.ZoneNumber,
      City: session.City ?? zone?.City,
      Minutes: zone?.MinStayMinutes ?? 1,
      StartAt: new Date(freeMs ?? 0).toISOString(),
    }),
    enabled: zone !== undefined && freeMs !== undefined && hint?.kind !== 'towed',
  }).data
  const time = (at: string | number) => stayEndText(at, session.TimeZone, language, now())
  if (hint?.kind === 'towed') {
    const times = words.towTimes(time(hint.span.fromMs), time(hint.span.untilMs))
    return <Banner tone="warn">{`${words.endsBeforeTow} ${times}`}</Banner>
  }
  if (freeMs === undefined || !ahead?.FreeUntil) return null
  return (
    <Banner tone="go">
      {freeMs === endMs
        ? `${parking.freeUntil(time(ahead.FreeUntil))} ${words.noNeed}`
        : `${words.freeFrom(time(freeMs))} ${words.onlyUntil}`}
    </Banner>
  )
}
