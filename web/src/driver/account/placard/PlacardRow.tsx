// The account's row for a disability placard; nothing where no city takes a driver's word and none is stated.
import { IdCard } from 'lucide-react'
import { useState } from 'react'
import { useCities } from '#city/cities/cities.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { usePlacard } from './placard-query.ts'
import { usePlacardWords } from './words.ts'

const PlacardSheet = lazySheet(() => import('./PlacardSheet.tsx'))

export function PlacardRow() {
  const words = usePlacardWords()
  const [isOpen, setIsOpen] = useState(false)
  const until = usePlacard().data?.Until
  const taking = (useCities() ?? []).filter(({ Placard }) => Placard === 'self-declared').map(({ Name }) => Name)
  if (taking.length === 0 && !until && !isOpen) return null
  return (
    <>
      <Row
        icon={<IdCard size={24} />}
        title={words.title}
        note={until ? words.on : undefined}
        chevron
        onClick={() => setIsOpen(true)}
      />
      <PlacardSheet open={isOpen} cities={taking} onClose={() => setIsOpen(false)} />
    </>
  )
}
