// Stopping asks first, with what is paid back and what is paid in all.

import * as contract from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTry } from '#parking/attempts/useTry.ts'
import { useOfflineWords } from '#parking/attempts/words.ts'
import { navigate } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Sheet.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { paidVia } from './paid-via.ts'
import { useActive, useSessionChanged } from './reads.ts'
import { useParkingWords } from './words.ts'

type Props = { session: contract.Session; open: boolean; onClose: () => void }

export function StopDialog({ session, open, onClose }: Props) {
  const words = useParkingWords()
  const changed = useSessionChanged()
  const active = useActive()
  const id = session.SessionId
  const refund = useQuery({
    queryKey: ['parking.stopQuote', { id }],
    queryFn: ({ signal }) => send(contract.stopQuote, { params: { id } }, signal),
    enabled: open,
    gcTime: 0,
    staleTime: 0,
    // each begun minute is used: what is shown stays true while the driver thinks
    refetchInterval: 20_000,
  })
  const offline = useOfflineWords()
  const isOnline = useIsOnline()
  const input = { body: { SessionId: id } }
  const trying = useTry('stop', { sessionId: id }, () => navigate(`/ClosingReceipt?session=${id}`, { replace: true }))
  const wish = {
    kind: 'stop',
    zone: { number: session.ZoneNumber, name: session.Name, timeZone: session.TimeZone },
    plate: { number: session.Vehicle.PlateNumber, state: session.Vehicle.PlateState },
    sessionId: id,
  } as const
  const stop = useMutation({
    mutationFn: () => trying.sending(contract.stop, input, wish, () => send(contract.stop, input)),
    onSuccess: async ended => {
      if (!ended) return onClose()
      await changed(ended)
      navigate(`/ClosingReceipt?session=${id}`, { replace: true })
    },
    onError: error => {
      if (error instanceof CallError && error.code === 'session_ended') active.refetch()
    },
  })
  const close = () => {
    stop.reset()
    onClose()
  }
  const error = stop.error ?? refund.error
  const said = error instanceof CallError ? error.message || words.noAnswer : undefined
  const back = refund.data
  return (
    <Dialog
      open={open}
      onClose={close}
      alert
      title={words.stopAsk}
      actions={
        <>
          <Button
            variant="danger"
            block
            loading={stop.isPending}
            loadingLabel={words.stopping}
            onClick={() => stop.mutate()}
          >
            {isOnline ? words.stopParking : offline.stopLater}
          </Button>
          <Button block onClick={close}>
            {words.keepParking}
          </Button>
        </>
      }
    >
      {!isOnline ? (
        <p>
          {offline.waiting.stop} {offline.sentLater}
        </p>
      ) : back ? (
        <>
          <p>
            {back.Refund > 0
              ? (back.AmountPaid === 0 ? words.stopAll : words.stopRefund)(
                  moneyText(back.Refund),
                  paidVia(session, words.wallets),
                )
              : session.RefundsUnused
                ? words.stopNothing
                : words.stopNoRefund}
          </p>
          <p>{words.stopFinal(moneyText(back.AmountPaid))}</p>
        </>
      ) : (
        !refund.isError && (
          <Loading>
            <Skeleton height={20} />
          </Loading>
        )
      )}
      {said && isOnline && <Banner tone="stop">{said}</Banner>}
    </Dialog>
  )
}
