// The choice of a zone where a number means several: one of several cities, or one of the parts that its rates make.
import type { City } from '@parkit/contract/city/cities'
import type { ZonePart } from '@parkit/contract/city/places'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { WhichCity } from '#city/cities/cities.ts'
import { CallError } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Price } from './PlaceRow.tsx'
import { textIn } from './RateTable.tsx'
import { usePlacesWords } from './words.ts'

type Asked = { cities: Pick<City, 'City' | 'Name'>[] } | { parts: ZonePart[] }

/** What a number may mean, where the server asks which. */
export const zoneAsked = (error: unknown): Asked | null => {
  if (!(error instanceof CallError)) return null
  const { Cities, Parts } = error.body as unknown as { Cities: Pick<City, 'City' | 'Name'>[]; Parts: ZonePart[] }
  if (error.code === 'zone_ambiguous') return { cities: Cities }
  return error.code === 'zone_parts' ? { parts: Parts } : null
}

type Props = {
  asked: Asked
  /** the number that was typed */
  typed: string
  /** `zone`: as `zoneRef` writes it */
  onChoose: (zone: string) => void
}

export function WhichZone({ asked, typed, onChoose }: Props) {
  const words = usePlacesWords()
  const language = useLanguage()
  if ('cities' in asked)
    return <WhichCity cities={asked.cities} onChoose={city => onChoose(`${city}/${typed.split('/').at(-1)}`)} />
  return (
    <section className="stack" aria-label={words.whichPart}>
      <div>
        <h2 className="t-h2">{words.whichPart}</h2>
        <p className="t-2">{words.partsText}</p>
      </div>
      <List label={words.whichPart}>
        {asked.parts.map(part => (
          <Row
            key={part.ZoneNumber}
            align="top"
            lead={<Sign zone={part.ZoneNumber} />}
            title={<span lang="en">{[part.Name, part.Side].filter(Boolean).join(' · ')}</span>}
            sub={textIn(part.RatesText, language)}
            end={<Price place={part} />}
            onClick={() => onChoose(zoneRef(part))}
          />
        ))}
      </List>
    </section>
  )
}
