// The account's rows for the driver's own data: the sign-ins, the export, and deleting the account.
import { Download, MonitorSmartphone, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { useUser } from '../profile-query.ts'
import { useExportState } from './export-query.ts'
import { useDataWords } from './words.ts'

const SignInsSheet = lazySheet(() => import('./SignInsSheet.tsx'))
const ExportSheet = lazySheet(() => import('./ExportSheet.tsx'))
const DeleteSheet = lazySheet(() => import('./DeleteSheet.tsx'))

export function DataRows() {
  const words = useDataWords()
  const { user } = useUser()
  const [open, setOpen] = useState<'signIns' | 'export' | 'delete'>()
  const close = () => setOpen(undefined)
  const { State = 'none' } = useExportState().data ?? {}
  return (
    <>
      <Row icon={<MonitorSmartphone size={24} />} title={words.signIns} chevron onClick={() => setOpen('signIns')} />
      <SignInsSheet open={open === 'signIns'} onClose={close} />
      <Row
        icon={<Download size={24} />}
        title={words.download}
        sub={words.exportStates[State]}
        chevron
        onClick={() => setOpen('export')}
      />
      {/* beside the row: a dialog hides all but what is live, which would cut the row's name in two */}
      <span className="sr-only" aria-live="polite">
        {State !== 'none' && words.exportStates[State]}
      </span>
      <ExportSheet open={open === 'export'} onClose={close} />
      <Row icon={<UserRoundX size={24} />} title={words.delete} chevron onClick={() => setOpen('delete')} />
      {user && <DeleteSheet open={open === 'delete'} user={user} onClose={close} />}
    </>
  )
}
