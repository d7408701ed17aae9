// The account's row for passkeys: not there where this address or browser can have none and the account has none to remove or look at.
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from '#platform/address.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { usePasskeys } from './passkey-list.ts'
import { useCanUsePasskeys } from './usable.ts'
import { usePasskeyWords } from './words.ts'

const PasskeysSheet = lazySheet(() => import('./PasskeysSheet.tsx'))

export function PasskeysRow() {
  const words = usePasskeyWords()
  // after an account was recovered the driver looks at them
  const isReview = useSearchParams()[0].get('passkeys') === 'review'
  const [isOpen, setIsOpen] = useState(isReview)
  const canAdd = useCanUsePasskeys()
  const { data } = usePasskeys(!canAdd && !isReview)
  if (!canAdd && !isReview && !data?.Items.length) return null
  return (
    <>
      <Row icon={<Fingerprint size={24} />} title={words.passkeys} chevron onClick={() => setIsOpen(true)} />
      <PasskeysSheet isReview={isReview} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
