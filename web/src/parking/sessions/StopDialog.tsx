// Confirms stopping, with what is paid back and the total paid.

import * as contract from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { pressFor, useOfflineAction, useOfflineWords } from '#parking/attempts/attempts.ts'
import { navigate } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { Banner } from '#ui/Banner.tsx'
import { Question } from '#ui/Question.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { paidVia } from './price-text.ts'
import { useActive, useSessionChanged } from './session-queries.ts'
import { useParkingWords } from './words.ts'

type Props = { session: contract.Session; open: boolean; onClose: () => void }

export function StopDialog({ session, open, onClose }: Props) {
  const words = useParkingWords()
  const updateSession = useSessionChanged()
  const active = useActive()
  const id = session.SessionId
  const refund = useQuery({
    queryKey: ['parking.stopQuote', { id }],
    queryFn: ({ signal }) => send(contract.stopQuote, { params: { id } }, signal),
    enabled: open,
    gcTime: 0,
    staleTime: 0,
    // the refund falls by the minute while the dialog is open
    refetchInterval: 20_000,
  })
  const offline = useOfflineWords()
  const isOnline = useIsOnline()
  const input = { body: { SessionId: id } }
  const press = { kind: 'stop', ...pressFor(session) } as const
  const { submit } = useOfflineAction(press, () => navigate(`/ClosingReceipt?session=${id}`, { replace: true }))
  const stop = useMutation({
    mutationFn: () => submit(contract.stop, input, {}, () => send(contract.stop, input)),
    onSuccess: async ended => {
      if (!ended) return onClose()
      await updateSession(ended)
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
  const message = error instanceof CallError ? error.message || words.noAnswer : undefined
  const refunded = refund.data
  return (
    <Question
      open={open}
      title={words.stopAsk}
      yes={isOnline ? words.stopParking : offline.stopLater}
      pendingText={words.stopping}
      no={words.keepParking}
      isPending={stop.isPending}
      onYes={() => stop.mutate()}
      onClose={close}
    >
      {!isOnline ? (
        <p>
          {offline.waiting.stop} {offline.sentLater}
        </p>
      ) : (
        // the amount comes after the question, and falls by the minute
        <div aria-live="polite">
          {refunded ? (
            <>
              <p>
                {refunded.Refund > 0
                  ? (refunded.AmountPaid === 0 ? words.stopAll : words.stopRefund)(
                      moneyText(refunded.Refund),
                      paidVia(session, words.wallets),
                    )
                  : session.RefundsUnused
                    ? words.stopNothing
                    : words.stopNoRefund}
              </p>
              <p>{words.stopFinal(moneyText(refunded.AmountPaid))}</p>
            </>
          ) : (
            !refund.isError && (
              <Loading>
                <Skeleton height={20} />
              </Loading>
            )
          )}
        </div>
      )}
      {message && isOnline && <Banner tone="stop">{message}</Banner>}
    </Question>
  )
}
