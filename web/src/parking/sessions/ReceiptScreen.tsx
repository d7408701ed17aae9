// Confirm Location: the receipt of a session, to share, print or download as PDF. A cached one opens offline.
import './receipt.css'
import * as contract from '@parkit/contract/parking/sessions'
import { useMutation } from '@tanstack/react-query'
import { Download, Printer, Share2 } from 'lucide-react'
import { Navigate, useLocation, useSearchParams } from '#platform/address.tsx'
import { hasAssist } from '#platform/assist.ts'
import { CallError } from '#platform/client.ts'
import { download } from '#platform/file-transfer.ts'
import { useLanguage } from '#platform/language.tsx'
import { saveFile } from '#platform/save-file.ts'
import { useSession } from '#platform/session.ts'
import { AsOf } from '#ui/AsOf.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { shareText } from '#ui/share-text.ts'
import { toast } from '#ui/toast.ts'
import { ReceiptAhead } from './ReceiptAhead.tsx'
import { ReceiptTicket } from './ReceiptTicket.tsx'
import { findCachedReceipt, useLatestSessions, useReceipt } from './receipt-queries.ts'
import { receiptText } from './receipt-text.ts'
import { useParkingWords } from './words.ts'

export default function ReceiptScreen() {
  const words = useParkingWords()
  const { pathname, search } = useLocation()
  const signedIn = useSession().isSignedIn()
  const named = useSearchParams()[0].get('session')
  const latest = useLatestSessions(1, named === null)
  const receipt = useReceipt(named ?? latest.data?.Items[0]?.SessionId)
  if (!signedIn) return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} />
  const none = named === null && latest.data?.Items.length === 0
  const failed = receipt.isError ? receipt : named === null && latest.isError ? latest : undefined
  return (
    <Screen
      title={words.receipt}
      width="form"
      className="receipt"
      top={
        <TopBar
          title={words.receipt}
          back={true}
          otherwise="/pastpark"
          actions={
            receipt.data && (
              <IconButton label={words.print} icon={<Printer size={22} />} onClick={() => window.print()} />
            )
          }
        />
      }
      dock={receipt.data && <Actions receipt={receipt.data} />}
    >
      {receipt.data && <AsOf atMs={findCachedReceipt(receipt.data.SessionId)?.atMs} />}
      {receipt.data ? (
        <ReceiptTicket receipt={receipt.data} />
      ) : none ? (
        <EmptyState
          title={words.noReceipts}
          text={words.noReceiptsText}
          action={
            <Button variant="primary" block to="/findparking">
              {words.findParking}
            </Button>
          }
        />
      ) : failed ? (
        <ReadFailed title={words.receiptFailed} query={failed} ofSession />
      ) : (
        <ReceiptAhead />
      )}
    </Screen>
  )
}

function Actions({ receipt }: { receipt: contract.SessionDetail }) {
  const words = useParkingWords()
  const language = useLanguage()
  const pdf = useMutation({
    mutationFn: () =>
      download(contract.receiptPdf, {
        params: { id: receipt.SessionId },
        query: hasAssist('large') ? { Print: 'large' } : {},
      }),
    onSuccess: blob => saveFile(blob, `ParkIt-${receipt.SessionId}.pdf`),
    onError: error => toast.error((error instanceof CallError && error.message) || words.downloadFailed),
  })
  const share = () => shareText(words.receipt, receiptText(receipt, words, language), words)
  return (
    <Dock className="receipt__dock">
      <Button
        icon={<Download size={22} />}
        loading={pdf.isPending}
        loadingLabel={words.downloading}
        onClick={() => pdf.mutate()}
      >
        {words.download}
      </Button>
      <Button variant="primary" icon={<Share2 size={22} />} onClick={share}>
        {words.share}
      </Button>
      <Button variant="quiet" to="/homepage" className="receipt__ok" size="md">
        {words.ok}
      </Button>
    </Dock>
  )
}
