// Paying for a start or an extension: one payment per press, the bank's authentication, and the next step after a refusal.

import { confirm, type Method } from '@parkit/contract/money/cards'
import type * as contract from '@parkit/contract/parking/sessions'
import type { Input } from '@parkit/contract/platform/call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { authenticate } from '#money/cards/cards.ts'
import { useMethods } from '#money/wallet/wallet.ts'
import { enqueueOffline, isOpen, type Press, useOfflineAction } from '#parking/attempts/attempts.ts'
import { CallError, send } from '#platform/client.ts'
import { useSessionChanged } from './session-queries.ts'

/**
 * What the screen does after a start or an extension failed:
 * `new-quote` shows the quote that came with the refusal, `quote-again` quotes again,
 * `add-money` and `view-session` offer a link, `unsure` changes nothing, so that sending it again is no second payment,
 * `show-message` shows the message.
 */
export type NextStep = 'new-quote' | 'quote-again' | 'add-money' | 'view-session' | 'unsure' | 'show-message'

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
      return 'show-message'
  }
}

/** Whole dollars to add to the wallet for the price; at least 1, the smallest top-up. */
export const dollarsToAdd = (missingDollars: number): number => Math.max(1, Math.ceil(missingDollars - 1e-9))

/** Authenticates in the bank's own window, after which the same call is repeated. Returns whether the bank required it. */
export async function authenticateAtBank({ RequiresAction }: contract.Started, setIsAtBank: (is: boolean) => void) {
  if (!RequiresAction) return false
  setIsAtBank(true)
  const refused = await authenticate(RequiresAction.ClientSecret).finally(() => setIsAtBank(false))
  const { Status } = await send(confirm, { body: { intentId: RequiresAction.intentId } })
  // the provider's script could not show the bank's window
  if (Status === 'requires_action') throw new CallError(402, { Code: 'card_declined', message: refused ?? '' })
  return true
}

type PaidCall = typeof contract.start | typeof contract.extend

type Options<C extends PaidCall> = {
  call: C
  /** stored on the device, and sent again if no answer comes */
  press: Press
  inputOf: (quote: contract.Quote) => Input<C>
  /** minutes that the quote adds to the session */
  minutesOf: (quote: contract.Quote) => number
  onDone: (session: contract.Session) => void
  /** A stored press was accepted. */
  onAcceptedLater?: (session: contract.Session) => void
  /** The new quote from the refusal. */
  onNewQuote: (quote: contract.Quote) => void
  onQuoteAgain: () => void
  /** The server has refused it for good. */
  onRefused?: () => void
}

export function usePayment<const C extends PaidCall>(options: Options<C>) {
  const { call, press, inputOf, minutesOf, onDone, onAcceptedLater, onNewQuote, onQuoteAgain, onRefused } = options
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
          return authenticateAtBank(answer as contract.Started, setIsAtBank)
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
      if (step !== 'unsure') onRefused?.()
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
    /** the session has started or was extended */
    isDone: payment.isSuccess && payment.data !== null,
    /** the bank's own window is open: nothing of ours may cover it */
    isAtBank,
    error,
    step,
    /** the waiting attempt, or the one just rejected */
    attempt,
    isStored,
    /** its outcome is unknown: the quote and the choices are locked */
    isHeld: payment.isPending || step === 'unsure' || isStored,
    /** For a changed choice, to which the last refusal does not apply. */
    reset: () => {
      payment.reset()
      clearRejected()
    },
  }
}

export type Payment = ReturnType<typeof usePayment>

/** In place of a card's id: a card to be added before it pays. */
export const newCard = 'new-card'

type PayChoiceInput = {
  /** the driver's own choice; undefined until there is one */
  chosen: string | undefined
  /** the default first; undefined while they are not known */
  methods: readonly Pick<Method, 'Id'>[] | undefined
  /** dollars; undefined while unknown */
  balance: number | undefined
  total: number | undefined
}

/** What pays: the driver's choice, else the wallet if it covers the price, else the default card, else a new one (D-110). */
export function choosePayment({ chosen, methods, balance, total }: PayChoiceInput): string {
  const isValid = chosen === 'wallet' || chosen === newCard || methods?.some(({ Id }) => Id === chosen)
  if (chosen !== undefined && isValid) return chosen
  const isCovered = total === undefined || balance === undefined || balance >= total
  return isCovered || methods === undefined ? 'wallet' : (methods[0]?.Id ?? newCard)
}

/** `total`: dollars; undefined while there is no price. */
export function usePayWith(total: number | undefined, balance: number | undefined) {
  const [chosen, setChosen] = useState<string>()
  const [expressId, setExpressId] = useState<string>()
  const { data: methods, isPending } = useMethods()
  const isExpress = chosen !== undefined && chosen === expressId
  const payWith = isExpress ? chosen : choosePayment({ chosen, methods, balance, total })
  const isWallet = payWith === 'wallet'
  const missing = isWallet && total !== undefined && balance !== undefined ? total - balance : 0
  return {
    methods: methods ?? [],
    setPayWith: setChosen,
    /** With the card of Apple Pay or Google Pay, this once: each payment is confirmed in the wallet. */
    payWithExpress: (methodId: string) => {
      setExpressId(methodId)
      setChosen(methodId)
    },
    isExpress,
    payWith,
    /** none until it is decided, so that the driver's own choice counts as one */
    shown: payWith === chosen || (total !== undefined && !(isPending && missing > 0)) ? payWith : undefined,
    isNewCard: payWith === newCard,
    /** dollars by which the wallet falls short of the price */
    missing,
    /** a card may turn out to pay instead */
    isUndecided: isPending && missing > 0,
    /** Whether another card paid than the chosen one. */
    isOther: ({ PaymentMethodId }: Pick<contract.Session, 'PaymentMethodId'>) =>
      !isWallet && !isExpress && PaymentMethodId !== payWith,
  }
}
