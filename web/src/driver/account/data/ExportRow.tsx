// Everything that is kept of the driver, saved as a file.
import { exportData } from '@parkit/contract/driver/profile'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { download } from '#platform/client.ts'
import { saveFile } from '#platform/save-file.ts'
import { failureText } from '#ui/form-errors.ts'
import { Row } from '#ui/Row.tsx'
import { toast } from '#ui/toast.ts'
import { useDataWords } from './words.ts'

export function ExportRow() {
  const words = useDataWords()
  const save = useMutation({
    mutationFn: () => download(exportData, {}),
    onSuccess: file => saveFile(file, words.fileName),
    onError: error => toast.error(failureText(error)),
  })
  return (
    <Row
      icon={<Download size={24} />}
      title={words.download}
      sub={<span aria-live="polite">{save.isPending ? words.downloading : words.downloadSub}</span>}
      onClick={() => {
        if (!save.isPending) save.mutate()
      }}
    />
  )
}
