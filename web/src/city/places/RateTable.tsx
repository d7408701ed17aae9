// The rates as a driver reads them: days, hours, price, and which one holds now.

import type { Zone } from '@parkit/contract/city/places'
import { moneyText } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { cx } from '#ui/cx.ts'
import { Section } from '#ui/Panel.tsx'
import { Tag } from '#ui/Row.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { capText, rateTexts } from './rates.ts'
import { localMoment } from './week.ts'
import { usePlacesWords } from './words.ts'

export function RateTable({ zone }: { zone: Zone }) {
  const words = usePlacesWords()
  const language = useLanguage()
  const moment = localMoment(useNow(minuteMs), zone.TimeZone)
  const { Tariff, RatesText } = zone
  if (!Tariff) return <RateLines zone={zone} text={RatesText?.[language] ?? RatesText?.en ?? ''} />
  const cap = capText(Tariff, words, language)
  return (
    <Section title={words.rates}>
      <ul>
        {rateTexts(Tariff, moment, words, language).map(({ days, times, now, prices }, i) => {
          const [only] = prices
          const single = prices.length === 1 && only && !only.label
          return (
            <li key={i} className={cx('rate', now && 'rate--now')}>
              <div className="rate__line">
                <span className="rate__days">{days}</span>
                <span className="grow rate__times">
                  <span>{times}</span>
                  {now && <Tag tone="ink">{words.now}</Tag>}
                </span>
                {single && (
                  <span className="num">
                    <Spoken text={only.price} />
                  </span>
                )}
              </div>
              {single
                ? only.note && <p className="t-sm t-2 rate__note">{only.note}</p>
                : prices.map(({ label, price, note }) => (
                    <div key={label} className="rate__tier num">
                      <span className="grow">
                        <Spoken text={label} /> {note && <small className="t-2">{note}</small>}
                      </span>
                      <span>
                        <Spoken text={price} />
                      </span>
                    </div>
                  ))}
            </li>
          )
        })}
      </ul>
      <p className="t-sm t-2 zone__small">
        {cap} {words.fee(moneyText(zone.ServiceFee))}
      </p>
    </Section>
  )
}

/** Rates in words, a line each: of a rule book, or as the place's source says them. */
function RateLines({ zone, text }: { zone: Zone; text: string }) {
  const words = usePlacesWords()
  return (
    <Section title={words.rates}>
      {text === '' ? (
        <p className="t-body-s">{words.ratesUnknown}</p>
      ) : (
        <ul>
          {text.split('\n').map(line => (
            <li key={line} className="rate">
              {line}
            </li>
          ))}
        </ul>
      )}
      {zone.Payable && <p className="t-sm t-2 zone__small">{words.fee(moneyText(zone.ServiceFee))}</p>}
    </Section>
  )
}
