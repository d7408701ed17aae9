// Sending a start or an extension: one payment for one press, and what a refusal leads to.
import { confirm } from '@parkit/contract/money/cards'
import type { Quote, Session, Started } from '@parkit/contract/parking/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerBank } from '#money/cards/load.ts'
import { CallError, send } from '#platform/client.ts'
import { type NextStep, nextStep } from './quoting.ts'
import { useSessionChanged } from './reads.ts'

/** Whether the bank asked and was answered, so that the same call goes on. */
type AskBank = (answer: Started) => Promise<boolean>

type Options = {
  /** null: no answer came, and it is kept to be sent again */
  pay: (quote: Quote, askBank: AskBank) => Promise<Session | null>
  onDone: (session: Session) => void
  /** The quote that holds now, as the refusal brought it. */
  onNewQuote: (quote: Quote) => void
  onQuoteAgain: () => void
}

export type Payment = {
  pay: (quote: Quote) => void
  isSending: boolean
  /** the bank's own window is open: nothing of ours may lie over it */
  isAsking: boolean
  error: CallError | undefined
  step: NextStep | undefined
  /** A change of the wish makes an old refusal meaningless. */
  reset: () => void
}

export function usePayment({ pay, onDone, onNewQuote, onQuoteAgain }: Options): Payment {
  const queries = useQueryClient()
  const changed = useSessionChanged()
  const [isAsking, asks] = useState(false)
  const askBank: AskBank = async ({ RequiresAction }) => {
    if (!RequiresAction) return false
    asks(true)
    const refused = await answerBank(RequiresAction.ClientSecret)
      .catch(() => {
        throw new CallError(0, { AtBank: true })
      })
      .finally(() => asks(false))
    const { Status } = await send(confirm, { body: { intentId: RequiresAction.intentId } })
    // the script could not put the question, and it is still open
    if (Status === 'requires_action') throw new CallError(402, { Code: 'card_declined', message: refused ?? '' })
    return true
  }
  const payment = useMutation({
    mutationFn: (quote: Quote) => pay(quote, askBank),
    onSuccess: async session => {
      if (!session) return
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
    isAsking,
    error,
    step: error && nextStep(error),
    reset: payment.reset,
  }
}
