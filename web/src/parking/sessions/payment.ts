// Paying for a start or an extension: one payment for one press, the bank's question, and what a refusal leads to.

import { confirm } from '@parkit/contract/money/cards'
import type * as contract from '@parkit/contract/parking/sessions'
import type { Input } from '@parkit/contract/platform/call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerBank } from '#money/cards/cards.ts'
import { useMethods } from '#money/wallet/wallet.ts'
import { enqueueOffline, isOpen, type Press, useOfflineAction } from '#parking/attempts/attempts.ts'
import { CallError, send } from '#platform/client.ts'
import { useSessionChanged } from './session-queries.ts'

/**
 * What the screen does after a start or an extension that did not happen:
 * `new-quote` shows the quote that came with the refusal, `quote-again` quotes again,
 * `add-money` and `view-session` offer the way out, `unsure` keeps everything, so that sending it again is no second payment,
 * `tell` shows the message.
 */
export type NextStep = 'new-quote' | 'quote-again' | 'add-money' | 'view-session' | 'unsure' | 'tell'

export function nextStep({ code, status, body }: Pick<CallError, 'code' | 'status' | 'body'>): NextStep {
  if (status === 0 || status >= 500 || code === 'payment_pending') return 'unsure'
  switch (code) {
    case 'price_changed':
    case 'quote_expired':
      return body.Quote ? 'new-quote' : 'quote-again'
    case 'bad_input':
    case 'over_max_stay':
    case 'under_min_stay':
    case 'zone_closed':
      return 'quote-again'
    case 'insufficient_funds':
      return 'add-money'
    case 'already_parked':
      return 'view-session'
    default:
      return 'tell'
  }
}

/** Whole dollars that bring the wallet up to the price; at least one, the least that can be added. */
export const dollarsToAdd = (missingDollars: number): number => Math.max(1, Math.ceil(missingDollars - 1e-9))

/** The bank asks in a window of its own; the same call then goes on. Whether it asked. */
async function answerBankQuestion({ RequiresAction }: contract.Started, setIsAtBank: (is: boolean) => void) {
  if (!RequiresAction) return false
  setIsAtBank(true)
  const refused = await answerBank(RequiresAction.ClientSecret)
    .catch(() => {
      throw new CallError(0, { AtBank: true })
    })
    .finally(() => setIsAtBank(false))
  const { Status } = await send(confirm, { body: { intentId: RequiresAction.intentId } })
  // the script could not put the question, and it is still open
  if (Status === 'requires_action') throw new CallError(402, { Code: 'card_declined', message: refused ?? '' })
  return true
}

type PaidCall = typeof contract.start | typeof contract.extend

type Options<C extends PaidCall> = {
  call: C
  /** what is stored on the device, and sent again where no answer comes */
  press: Press
  inputOf: (quote: contract.Quote) => Input<C>
  /** minutes that the quote is paid for, beside what the session has */
  minutesOf: (quote: contract.Quote) => number
  onDone: (session: contract.Session) => void
  /** A press that was stored has been accepted. */
  onAcceptedLater?: (session: contract.Session) => void
  /** The quote that holds now, as the refusal brought it. */
  onNewQuote: (quote: contract.Quote) => void
  onQuoteAgain: () => void
}

export function usePayment<const C extends PaidCall>(options: Options<C>) {
  const { call, press, inputOf, minutesOf, onDone, onAcceptedLater, onNewQuote, onQuoteAgain } = options
  const queries = useQueryClient()
  const updateSession = useSessionChanged()
  const [isAtBank, setIsAtBank] = useState(false)
  const { attempt, submit, clearRejected } = useOfflineAction(press, ({ session }) => {
    if (session) onAcceptedLater?.(session)
  })
  const payment = useMutation({
    mutationFn: (quote: contract.Quote): Promise<contract.Session | null> => {
      const input = inputOf(quote)
      const details = { minutes: minutesOf(quote), agreed: quote.Total, quoteId: quote.QuoteId }
      return submit(call, input, details, async onAnswer => {
        const session = await send(call, input, undefined, answer => {
          onAnswer()
          return answerBankQuestion(answer as contract.Started, setIsAtBank)
        })
        return session as contract.Started
      })
    },
    onSuccess: async session => {
      if (!session) return
      await updateSession(session)
      onDone(session)
    },
    onError: error => {
      if (!(error instanceof CallError)) return
      const step = nextStep(error)
      if (step === 'new-quote') onNewQuote(error.body.Quote as contract.Quote)
      if (step === 'quote-again') onQuoteAgain()
      if (step === 'add-money') queries.invalidateQueries({ queryKey: ['account.details'] })
      if (error.code === 'already_parked' || error.code === 'session_ended')
        queries.invalidateQueries({ queryKey: ['parking.active'] })
    },
  })
  const error = payment.error instanceof CallError ? payment.error : undefined
  const step = error && nextStep(error)
  const isStored = attempt !== undefined && isOpen(attempt)
  return {
    pay: (quote: contract.Quote) => {
      if (!payment.isPending) payment.mutate(quote)
    },
    /** While offline, without a price. False where this browser stores nothing. */
    payLater: (minutes: number) => enqueueOffline({ ...press, minutes }),
    isSending: payment.isPending,
    /** the bank's own window is open: nothing of ours may cover it */
    isAtBank,
    error,
    step,
    /** the press that waits for its answer, or was just rejected */
    attempt,
    isStored,
    /** its outcome is unknown: quote and wish stay as they are */
    isHeld: payment.isPending || step === 'unsure' || isStored,
    /** A changed wish makes an old refusal meaningless. */
    reset: () => {
      payment.reset()
      clearRejected()
    },
  }
}

export type Payment = ReturnType<typeof usePayment>

/** What the driver chose to pay with: the wallet until he chooses a card; a card that was deleted is no choice. */
export function usePayWith() {
  const [wanted, setWanted] = useState('wallet')
  const { data: methods = [] } = useMethods()
  const card = methods.find(({ Id }) => Id === wanted)
  return {
    methods,
    setPayWith: setWanted,
    payWith: card?.Id ?? 'wallet',
    isWallet: card === undefined,
    /** Whether a card paid that was not chosen. */
    isOther: ({ PaymentMethodId }: Pick<contract.Session, 'PaymentMethodId'>) =>
      card !== undefined && PaymentMethodId !== card.Id,
  }
}
