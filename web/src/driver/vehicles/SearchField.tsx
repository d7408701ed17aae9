// One field for make, model, and year (D-116): what leaves no choice is filled in, the rest is offered.
import type { VehicleFound } from '@parkit/contract/driver/vehicles'
import { useEffect, useEffectEvent, useState } from 'react'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Field } from '#ui/Field.tsx'
import { useSearch } from './choice-queries.ts'
import { useVehicleWords } from './words.ts'

const carText = ({ VehicleYear, VehicleMake, VehicleModel }: VehicleFound): string =>
  `${VehicleYear} ${VehicleMake} ${VehicleModel}`.trim()

export function SearchField({ onFound }: { onFound: (found: VehicleFound) => void }) {
  const words = useVehicleWords()
  const [typed, setTyped] = useState('')
  const [filled, setFilled] = useState<VehicleFound>()
  const text = typed.trim()
  const { data = [], isPlaceholderData } = useSearch(text)
  const found = text.length > 1 && !isPlaceholderData ? data : []
  const exact = found.find(({ IsExact }) => IsExact)
  const fill = (car: VehicleFound) => {
    setFilled(car)
    onFound(car)
  }
  const fillExact = useEffectEvent(() => {
    if (exact) fill(exact)
  })
  useEffect(() => {
    if (exact) fillExact()
  }, [exact])
  const others = found.filter(car => !filled || carText(car) !== carText(filled))
  return (
    <div className="car-search">
      <Field
        label={words.yourCar}
        placeholder={words.carExample}
        help={filled ? words.filled(carText(filled)) : words.carHelp}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={80}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setFilled(undefined)
        }}
      />
      {others.length > 0 && (
        <Chips label={words.yourCar}>
          {others.map(car => (
            <Chip key={carText(car)} onClick={() => fill(car)}>
              {carText(car)}
            </Chip>
          ))}
        </Chips>
      )}
    </div>
  )
}
