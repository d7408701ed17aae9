// The way to deleting the account.
import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#platform/session.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { useDataWords } from './words.ts'

const DeleteSheet = lazySheet(() => import('./DeleteSheet.tsx'))

export function DeleteRow() {
  const words = useDataWords()
  const user = useSession().user()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row icon={<UserRoundX size={24} />} title={words.delete} onClick={() => setOpen(true)} />
      {user && <DeleteSheet open={open} user={user} onClose={() => setOpen(false)} />}
    </>
  )
}
