// The account's row for the person whom the driver trusts.
import { HeartHandshake } from 'lucide-react'
import { useState } from 'react'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { useTrusted } from './trusted-query.ts'
import { useTrustedWords } from './words.ts'

const TrustedSheet = lazySheet(() => import('./TrustedSheet.tsx'))

export function TrustedRow() {
  const words = useTrustedWords()
  const [isOpen, setIsOpen] = useState(false)
  const person = useTrusted().data?.Person
  return (
    <>
      <Row
        icon={<HeartHandshake size={24} />}
        title={words.title}
        note={person && (person.AgreedAt ? words.row.active : words.row.waiting)}
        chevron
        onClick={() => setIsOpen(true)}
      />
      <TrustedSheet open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
