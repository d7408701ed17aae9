// The account's row for passkeys.
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { usePasskeyWords } from './words.ts'

const PasskeysSheet = lazySheet(() => import('./PasskeysSheet.tsx'))

export function PasskeysRow() {
  const words = usePasskeyWords()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Row icon={<Fingerprint size={24} />} title={words.passkeys} onClick={() => setIsOpen(true)} />
      <PasskeysSheet open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
