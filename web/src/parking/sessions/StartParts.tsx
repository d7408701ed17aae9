// Parts of the start sheet: the place, a vehicle that is parked, warnings about the price, and errors of the quote.

import type { Zone } from '@parkit/contract/city/places'
import type { Quote, Session, Warning } from '@parkit/contract/parking/sessions'
import { minuteMs } from '@parkit/contract/platform/time'
import { CallError } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useLanguage } from '#platform/language.tsx'
import { addressIn, dayTimeText, durationText, rateText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Panel.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { useParkingWords } from './words.ts'

export function Head({ zone }: { zone: Zone }) {
  const words = useParkingWords()
  const language = useLanguage()
  const limit = zone.MaxStayMinutes
  return (
    <div className="start__head">
      <Sign zone={zone.ZoneNumber} size="md" live />
      <div className="grow">
        <h2 className="t-h2" lang="en">
          {zone.Name}
        </h2>
        <p className="t-sm t-2" lang="en">
          {addressIn(zone)}
        </p>
        <p className="t-sm t-2">
          <Facts
            items={[
              <Spoken key="rate" text={rateText(zone, language)} />,
              // while free time has no maximum, but paid time will, nothing is said
              (limit !== null || !zone.HasMaxStay) && (
                <Spoken
                  key="stay"
                  text={limit === null ? words.noLimit : words.maxStay(durationText(limit, language))}
                />
              ),
            ]}
          />
        </p>
      </div>
    </div>
  )
}

/** Instead of the time and the price: this vehicle can only be parked longer where it is. */
export function Parked({ session }: { session: Session }) {
  const words = useParkingWords()
  const language = useLanguage()
  const until = stayEndText(session.EndsAt, session.TimeZone, language, now())
  return (
    <Banner tone="info" className="start__parked">
      {words.alreadyParkedAt(session.Name, until)} {words.parkedText}
    </Banner>
  )
}

type WarningsProps = {
  warnings: readonly Warning[]
  quote: Quote
  time: (at: string) => string
  /** Announced; false where others take their place and are. */
  live?: boolean
}

export function Warnings({ warnings, quote, time, live }: WarningsProps) {
  const words = useParkingWords()
  const textOf = (warning: Warning) => {
    if (warning === 'free_now' && quote.FreeUntil) return words.freeUntil(time(quote.FreeUntil))
    // stays are whole minutes from a second, bans begin on the minute
    const from = new Date(Math.ceil(Date.parse(quote.EndsAt) / minuteMs) * minuteMs).toISOString()
    return warning === 'cut_to_no_parking' ? words.noParkingFrom(time(from)) : words.warnings[warning]
  }
  return warnings.map(warning => (
    <Banner
      key={warning}
      tone={warning === 'free_now' || warning === 'costs_nothing' ? 'go' : 'warn'}
      {...(live === false && { live })}
    >
      {textOf(warning)}
    </Banner>
  ))
}

type QuoteErrorProps = { error: unknown; zone: Zone; onRetry: () => void }

export function QuoteError({ error, zone, onRetry }: QuoteErrorProps) {
  const words = useParkingWords()
  const language = useLanguage()
  if (!(error instanceof CallError)) return null
  const opens =
    error.code === 'zone_closed' && zone.OpensAt ? words.opens(dayTimeText(zone.OpensAt, zone.TimeZone, language)) : ''
  return (
    <Banner
      tone="stop"
      action={
        (error.status === 0 || error.status >= 500) && (
          <Button size="sm" onClick={onRetry}>
            {words.tryAgain}
          </Button>
        )
      }
    >
      {error.message || words.noAnswer} {opens}
    </Banner>
  )
}
