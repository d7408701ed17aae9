// The choice of a city: where several have the typed number, or where the driver is not known.
import type { City } from '@parkit/contract/city/cities'
import { MapPin } from 'lucide-react'
import { List, Row } from '#ui/Row.tsx'
import { useCityWords } from './words.ts'

type Props = {
  cities: readonly Pick<City, 'City' | 'Name'>[]
  onChoose: (city: string) => void
  /** no number was typed: where to look */
  anywhere?: boolean
}

export function WhichCity({ cities, onChoose, anywhere }: Props) {
  const words = useCityWords()
  return (
    <section className="stack" aria-label={words.title}>
      <div>
        <h2 className="t-h2">{words.title}</h2>
        <p className="t-2">{anywhere ? words.parkIn : words.several}</p>
      </div>
      <List label={words.title}>
        {cities.map(({ City: code, Name }) => (
          <Row key={code} icon={<MapPin size={24} />} title={Name} onClick={() => onChoose(code)} />
        ))}
      </List>
    </section>
  )
}
