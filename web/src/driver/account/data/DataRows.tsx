// The account's rows for the driver's own data: the sign-ins, the export, and deleting the account.
import { exportData } from '@parkit/contract/driver/profile'
import { useMutation } from '@tanstack/react-query'
import { Download, MonitorSmartphone, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { download } from '#platform/client.ts'
import { saveFile } from '#platform/save-file.ts'
import { useSession } from '#platform/session.ts'
import { failureText } from '#ui/failure-text.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { toast } from '#ui/toast.ts'
import { useDataWords } from './words.ts'

const SignInsSheet = lazySheet(() => import('./SignInsSheet.tsx'))
const DeleteSheet = lazySheet(() => import('./DeleteSheet.tsx'))

export function DataRows() {
  const words = useDataWords()
  const user = useSession().user()
  const [open, setOpen] = useState<'signIns' | 'delete'>()
  const close = () => setOpen(undefined)
  const save = useMutation({
    mutationFn: () => download(exportData, {}),
    onSuccess: file => saveFile(file, words.fileName),
    onError: error => toast.error(failureText(error)),
  })
  return (
    <>
      <Row icon={<MonitorSmartphone size={24} />} title={words.signIns} onClick={() => setOpen('signIns')} />
      <SignInsSheet open={open === 'signIns'} onClose={close} />
      <Row
        icon={<Download size={24} />}
        title={words.download}
        sub={<span aria-live="polite">{save.isPending ? words.downloading : words.downloadSub}</span>}
        onClick={() => {
          if (!save.isPending) save.mutate()
        }}
      />
      <Row icon={<UserRoundX size={24} />} title={words.delete} onClick={() => setOpen('delete')} />
      {user && <DeleteSheet open={open === 'delete'} user={user} onClose={close} />}
    </>
  )
}
