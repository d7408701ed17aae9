// The rules of a place as a sign painter writes them, the one that holds now marked; or what its source says of its rates.

import type { RuleSign, Texts, Zone } from '@parkit/contract/city/places'
import { moneyText } from '@parkit/contract/platform/money'
import { type LanguageCode, useLanguage } from '#platform/language.tsx'
import { cx } from '#ui/cx.ts'
import { Section } from '#ui/Panel.tsx'
import { Tag } from '#ui/Row.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { usePlacesWords } from './words.ts'

const keys = { en: 'En', es: 'Es', hi: 'Hi' } as const
export const linesIn = (rule: Pick<RuleSign, 'En' | 'Es' | 'Hi'>, language: LanguageCode): string[] =>
  rule[keys[language]]
export const textIn = (texts: Texts | null, language: LanguageCode): string =>
  texts?.[keys[language]] ?? texts?.En ?? ''

export function RateTable({ zone }: { zone: Zone }) {
  const words = usePlacesWords()
  const language = useLanguage()
  const { Rules, RatesText, Cap, Payable, ServiceFee } = zone
  const ofSource = textIn(RatesText, language)
  // tow-away times have a banner of their own
  const rules = Rules.filter(({ Tow }) => !Tow)
  return (
    <Section title={words.rates}>
      {rules.length > 0 ? (
        <ul>
          {rules.map(rule => (
            <RuleLines key={rule.Id} lines={linesIn(rule, language)} now={rule.Now} />
          ))}
        </ul>
      ) : ofSource === '' ? (
        <p className="t-body-s">{words.ratesUnknown}</p>
      ) : (
        <ul>
          {ofSource.split('\n').map(line => (
            <li key={line} className="rate">
              {line}
            </li>
          ))}
        </ul>
      )}
      {Payable && (
        <p className="t-sm t-2 zone__small">
          {textIn(Cap, language)} {words.fee(moneyText(ServiceFee))}
        </p>
      )}
    </Section>
  )
}

function RuleLines({ lines: [title = '', ...lines], now }: { lines: string[]; now: boolean }) {
  const words = usePlacesWords()
  return (
    <li className={cx('rate', now && 'rate--now')}>
      <p className="rate__title">
        <Spoken text={title} />
        {now && <Tag tone="ink">{words.now}</Tag>}
      </p>
      {lines.map(line => (
        <p key={line} className="rate__line num">
          <Spoken text={line} />
        </p>
      ))}
    </li>
  )
}
