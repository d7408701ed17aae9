// Sending a start or an extension: one payment for one press, and what a refusal leads to.
import type { Quote, Session } from '@parkit/contract/parking'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../platform/client.ts'
import { type NextStep, nextStep } from './quoting.ts'
import { useSessionChanged } from './reads.ts'

type Options = {
  send: (quote: Quote) => Promise<Session>
  onDone: (session: Session) => void
  /** The quote that holds now, as the refusal brought it. */
  onNewQuote: (quote: Quote) => void
  onQuoteAgain: () => void
}

export type Payment = {
  pay: (quote: Quote) => void
  isSending: boolean
  error: CallError | undefined
  step: NextStep | undefined
  /** A change of the wish makes an old refusal meaningless. */
  reset: () => void
}

export function usePayment({ send, onDone, onNewQuote, onQuoteAgain }: Options): Payment {
  const queries = useQueryClient()
  const changed = useSessionChanged()
  const payment = useMutation({
    mutationFn: send,
    // never sent later by itself: a start that was kept could be a start nobody wants any more
    networkMode: 'always',
    onSuccess: async session => {
      await changed(session)
      onDone(session)
    },
    onError: error => {
      if (!(error instanceof CallError)) return
      const step = nextStep(error)
      if (step === 'new-quote') onNewQuote(error.body.Quote as Quote)
      if (step === 'quote-again') onQuoteAgain()
      if (step === 'add-money') queries.invalidateQueries({ queryKey: ['account.details'] })
      if (error.code === 'already_parked' || error.code === 'session_ended')
        queries.invalidateQueries({ queryKey: ['parking.active'] })
    },
  })
  const error = payment.error instanceof CallError ? payment.error : undefined
  return {
    pay: quote => {
      if (!payment.isPending) payment.mutate(quote)
    },
    isSending: payment.isPending,
    error,
    step: error && nextStep(error),
    reset: payment.reset,
  }
}
