// The way from the account to withdrawing.
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { useWithdrawWords } from './words.ts'

const WithdrawSheet = lazySheet(() => import('./WithdrawSheet.tsx'))

export function WithdrawRow() {
  const words = useWithdrawWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row
        icon={<Undo2 size={24} />}
        title={words.withdraw}
        sub={words.withdrawSub}
        chevron
        onClick={() => setOpen(true)}
      />
      <WithdrawSheet open={open} onClose={() => setOpen(false)} />
    </>
  )
}
