// The facts of a place: open or not, hours, longest stay, headroom, features, and tow-away times.
import { accessDetails, type WeekHours, type Zone } from '@parkit/contract/city/places'
import { minuteMs } from '@parkit/contract/platform/time'
import { SquareParking } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUnits } from '#city/cities/cities.ts'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { dayText, durationText, shortTimeText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Facts, Section } from '#ui/Panel.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { featureIcons } from './FindChips.tsx'
import { linesIn } from './RateTable.tsx'
import { daysText, timesText } from './week.ts'
import { usePlacesWords } from './words.ts'

/** Garages post heights in feet and whole inches; rounded down. */
const inchMetres = 0.0254

export function feetAndInches(metres: number): [feet: number, inches: number] {
  // half a millimeter against binary fractions
  const inches = Math.floor((metres + 0.0005) / inchMetres)
  return [Math.floor(inches / 12), inches % 12]
}

/** As garages of the rest of the world post them: in centimeters, rounded down. */
export const metersText = (metres: number): string => (Math.floor((metres + 0.0005) * 100) / 100).toFixed(2)

const dayMs = 24 * 60 * minuteMs

/** One line says them all. */
const isDaily = (hours: WeekHours[]) => hours.length <= 1 && (hours[0]?.Days.length ?? 7) === 7

/** "Open until 1 AM", with the day where it is farther than tomorrow at this time. */
export function OpenLine({ zone }: { zone: Zone }) {
  const words = usePlacesWords()
  const language = useLanguage()
  const nowMs = useNow(minuteMs)
  const { OpenNow, OpenUntil, OpensAt, TimeZone } = zone
  const when = (at: string) => {
    const time = shortTimeText(at, TimeZone, language)
    return Date.parse(at) - nowMs < dayMs ? time : `${dayText(at, TimeZone, language)}, ${time}`
  }
  return (
    <span className="t-body-s t-2">
      {OpenNow ? (
        <>
          <b className="go">{words.open}</b> {OpenUntil && words.openUntil(when(OpenUntil))}
        </>
      ) : (
        <Facts
          items={[
            <b key="closed" className="stop">
              {words.closed}
            </b>,
            OpensAt && words.opensAt(when(OpensAt)),
          ]}
        />
      )}
    </span>
  )
}

export function ZoneFacts({ zone }: { zone: Zone }) {
  const words = usePlacesWords()
  const language = useLanguage()
  const isMetric = useUnits(zone.City) === 'km'
  const { Hours, Rules, MaxStayMinutes, HasMaxStay, ClearanceMetres, Features, EvChargers, AccessibleSpaces } = zone
  const [first] = Hours ?? []
  const hours = !first ? words.always : isDaily(Hours!) ? timesText(first, words, language) : words.seeBelow
  // free time under a limit of paid time has none, and paid time follows
  const saysMaxStay = Rules.length > 0 && (MaxStayMinutes !== null || !HasMaxStay)
  const towed = Rules.filter(({ Tow }) => Tow).map(rule => linesIn(rule, language).slice(1).join(', '))
  const has: [ReactNode, string][] = [
    [<SquareParking key="capacity" size={18} />, words.capacity(zone.Capacity)],
    ...(Features.includes('covered') ? [[featureIcons.covered, words.features.covered] as [ReactNode, string]] : []),
    ...(EvChargers > 0 ? [[featureIcons.ev, words.evChargers(EvChargers)] as [ReactNode, string]] : []),
    ...(AccessibleSpaces > 0
      ? [[featureIcons.accessible, words.accessibleSpaces(AccessibleSpaces)] as [ReactNode, string]]
      : []),
    ...accessDetails
      .filter(detail => Features.includes(detail))
      .map((detail): [ReactNode, string] => [featureIcons.accessible, words.access[detail]]),
  ]
  return (
    <>
      {(Hours || saysMaxStay || ClearanceMetres !== null) && (
        <dl className="facts3">
          {Hours && <Fact label={words.hours} value={hours} />}
          {saysMaxStay && (
            <Fact
              label={words.maxStayLabel}
              value={MaxStayMinutes === null ? words.noLimit : durationText(MaxStayMinutes, language)}
            />
          )}
          {ClearanceMetres !== null && (
            <Fact
              label={words.clearance}
              value={
                isMetric ? words.meters(metersText(ClearanceMetres)) : words.feet(...feetAndInches(ClearanceMetres))
              }
            />
          )}
        </dl>
      )}
      <ul className="features">
        {has.map(([icon, text]) => (
          <li key={text}>
            {icon}
            {text}
          </li>
        ))}
      </ul>
      {towed.length > 0 && (
        <Banner tone="warn" live={false}>
          <b>{words.towAway}</b>
          <br />
          {words.towAwayText(towed.join('; '))}
        </Banner>
      )}
    </>
  )
}

/** The rules of a place, by day where its hours differ. */
export function ZoneRules({ zone }: { zone: Zone }) {
  const words = usePlacesWords()
  const language = useLanguage()
  const Hours = zone.Hours ?? []
  return (
    <Section title={words.goodToKnow}>
      <KeyValue
        items={[
          ...(!isDaily(Hours)
            ? Hours.map(one => ({
                label: daysText(one.Days, words, language),
                value: timesText(one, words, language),
              }))
            : []),
          { label: words.shortestStay, value: durationText(zone.MinStayMinutes, language) },
          zone.NoReturnMinutes !== null && {
            label: words.noReturn,
            value: durationText(zone.NoReturnMinutes, language),
          },
          { label: words.unused, value: zone.RefundsUnused ? words.unusedBack : words.unusedKept },
        ]}
      />
    </Section>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="t-sm t-2">{label}</dt>
    <dd className="t-strong">
      <Spoken text={value} />
    </dd>
  </div>
)
