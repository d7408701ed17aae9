// A copy of the driver's data: asked for, prepared meanwhile, and downloaded within its day.
import { beginExport, type ExportState } from '@parkit/contract/driver/data-export'
import { dataExport as limits } from '@parkit/contract/platform/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { saveFile } from '#platform/save-file.ts'
import { dateText, shortTimeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { useProof } from '../proof/proof.tsx'
import { downloadExport } from './export-download.ts'
import { exportKey, useExportState } from './export-query.ts'
import { useDataWords } from './words.ts'

/** The download goes on while the sheet is closed, and ends with the screen. */
function useDownload(proof: ReturnType<typeof useProof>) {
  const words = useDataWords()
  const [share, setShare] = useState(0)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const save = useMutation({
    mutationFn: () => {
      setShare(0)
      leaving.current = new AbortController()
      return downloadExport(setShare, leaving.current.signal)
    },
    onSuccess: file => saveFile(file, words.fileName),
    onError: error => proof.asks(error, () => save.mutate()),
  })
  return { save, percent: Math.floor(share * 100) }
}

export default function ExportSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useDataWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const query = useExportState(open)
  const proof = useProof()
  const begin = useMutation({
    mutationFn: () => send(beginExport, {}),
    onSuccess: (state: ExportState) => queries.setQueryData(exportKey, state),
    onError: error => proof.asks(error, () => begin.mutate()),
  })
  const { save, percent } = useDownload(proof)
  const { State = 'none', ExpiresAt = null, Bytes = null } = query.data ?? {}
  const failure = [begin.error, save.error, query.error].find(
    error => error && !(error instanceof CallError && error.code === 'sign_in_again'),
  )
  const until = ExpiresAt && `${dateText(ExpiresAt, ownZone, language)}, ${shortTimeText(ExpiresAt, ownZone, language)}`
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.download}
      wide="dialog"
      dock={
        State === 'ready' ? (
          <Button
            variant="primary"
            block
            loading={save.isPending}
            loadingLabel={words.downloading(percent)}
            onClick={() => save.mutate()}
          >
            {words.downloadIt(((Bytes ?? 0) / 1_000_000).toFixed(1))}
          </Button>
        ) : (
          <Button
            variant="primary"
            block
            loading={begin.isPending || State === 'preparing'}
            loadingLabel={words.preparing}
            onClick={() => begin.mutate()}
          >
            {words.prepare}
          </Button>
        )
      }
    >
      <div className="form-grid">
        {State === 'none' && <p>{words.exportIs(limits.hours)}</p>}
        {State === 'preparing' && (
          <Banner tone="info">
            {words.preparing}. {words.exportLater}
          </Banner>
        )}
        {State === 'ready' && until && <Banner tone="go">{words.readyUntil(until)}</Banner>}
        {State === 'ready' && <p className="t-2">{words.exportSafe}</p>}
        {failure && <Banner tone="stop">{failureText(failure)}</Banner>}
      </div>
      {proof.sheet}
    </Sheet>
  )
}
