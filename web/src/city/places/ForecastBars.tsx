// How full a place is expected to be in the coming hours: bars, and a table for screen readers.

import type { forecast, Zone } from '@parkit/contract/city/places'
import type { Answer } from '@parkit/contract/platform/call'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import type { CSSProperties } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { shortTimeText } from '#platform/text.ts'
import { cx } from '#ui/cx.ts'
import { Section } from '#ui/Panel.tsx'
import { Reload } from '#ui/Reload.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { useForecast } from './place-queries.ts'
import { usePlacesWords } from './words.ts'

type Hour = Answer<typeof forecast>['Hours'][number]
type Bar = Hour & { now: boolean; busy: boolean }

/** As many hours as are readable on a phone. */
const shownHours = 15
/** Over this share of its spaces a place is busy. */
const busyShare = 0.8

export const forecastBars = (hours: readonly Hour[]): Bar[] =>
  hours.slice(0, shownHours).map((hour, i) => ({ ...hour, now: i === 0, busy: hour.Taken > busyShare }))

/** The fullest of the coming hours; undefined without a forecast. */
export const fullest = (bars: readonly Bar[]): Bar | undefined =>
  bars.reduce<Bar | undefined>((most, bar) => (most === undefined || bar.Taken > most.Taken ? bar : most), undefined)

/** How many spaces the forecast is off by; 1 where it is off by less. */
export const spacesOff = ({ Capacity, ErrorPercent }: { Capacity: number; ErrorPercent: number }): number =>
  Math.max(1, Math.round((Capacity * ErrorPercent) / 100))

/** Nothing where there is no forecast. */
export function ForecastBars({ zone }: { zone: Zone }) {
  const words = usePlacesWords()
  const language = useLanguage()
  const hours = useForecast(zoneRef(zone))
  const bars = forecastBars(hours.data?.Hours ?? [])
  const most = fullest(bars)
  const percent = hours.data?.ErrorPercent ?? null
  const at = (bar: Bar) => shortTimeText(bar.At, zone.TimeZone, language)
  if (hours.data && bars.length === 0) return null
  return (
    <Section
      title={words.howFull}
      action={
        most && (
          <span className="t-body-s t-2">
            {most.now ? words.fullestNow : words.fullestAt(at(most).replace(' ', '\u00a0'))}
          </span>
        )
      }
    >
      {hours.isPending ? (
        <Loading>
          <Skeleton height={180} radius={12} />
        </Loading>
      ) : hours.isError && !hours.data ? (
        <Reload text={words.forecastFailed} query={hours} />
      ) : (
        <>
          <Bars bars={bars} at={at} />
          <p className="t-sm t-2 zone__small">
            {percent === null
              ? words.expected
              : words.learned(spacesOff({ Capacity: zone.Capacity, ErrorPercent: percent }))}
          </p>
        </>
      )}
    </Section>
  )
}

function Bars({ bars, at }: { bars: readonly Bar[]; at: (bar: Bar) => string }) {
  const words = usePlacesWords()
  // every third hour is labeled, with AM or PM at the first and where it changes
  const axis = bars.map((bar, i) => {
    if (bar.now) return words.now
    if (i % 3 !== 0) return ''
    const [hour = '', half] = at(bar).split(' ')
    const before = bars[i - 3]
    return before && !before.now && at(before).endsWith(half ?? '') ? hour : at(bar)
  })
  return (
    <>
      <div className="fill" aria-hidden="true">
        <span className="fill__full t-micro">{words.full}</span>
        <div className="fill__bars">
          {bars.map(bar => (
            <i
              key={bar.At}
              className={cx(bar.now ? 'now' : bar.busy && 'busy')}
              style={{ '--taken': bar.Taken } as CSSProperties}
            />
          ))}
        </div>
        <div className="fill__axis t-micro">
          {axis.map((text, i) => (
            <span key={bars[i]?.At} className={bars[i]?.now ? 'now' : undefined}>
              {text}
            </span>
          ))}
        </div>
      </div>
      <div className="sr-only">
        <table>
          <caption>{words.howFull}</caption>
          <thead>
            <tr>
              <th scope="col">{words.hourColumn}</th>
              <th scope="col">{words.takenColumn}</th>
              <th scope="col">{words.freeColumn}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(bar => (
              <tr key={bar.At}>
                <th scope="row">{bar.now ? words.now : at(bar)}</th>
                <td>{`${Math.round(bar.Taken * 100)}%`}</td>
                <td>{bar.Free}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
