// Authorization of a card: created at the provider, held and released by the server, authenticated by the bank if required.
import { logout } from '@parkit/contract/driver/account'
import { confirm, createIntent } from '@parkit/contract/money/cards'
import { CardNumberElement } from '@stripe/react-stripe-js'
import type { PaymentMethod, Stripe, StripeElements } from '@stripe/stripe-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { methodsKey } from '#money/wallet/wallet.ts'
import { CallError, send } from '#platform/client.ts'
import { withNext } from '#platform/next.ts'
import { session } from '#platform/session.ts'
import { useSignOut } from '#platform/sign-in.ts'
import { toast } from '#ui/toast.ts'
import { loadProvider } from './provider.ts'
import { useCardWords } from './words.ts'

/** as recorded: the session ends this long after the server refused the card */
const signOutAfterMs = 2_000
/** how long the message of success shows before the driver goes on */
const successMs = 2_000

/** The provider's fields of a card. */
export type CardPart = 'number' | 'expiry' | 'cvc'
const partOf = (code = ''): CardPart | undefined =>
  (['number', 'expiry', 'cvc'] as const).find(part => code.includes(part))

export type Message = { tone: 'go' | 'warn' | 'stop'; text: string; why?: string }

export const useProvider = (wanted: boolean) =>
  useQuery({
    queryKey: ['cards.provider'],
    queryFn: loadProvider,
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  })

/** As recorded. These card details are for display; the card number goes to the provider alone. */
const payload = ({ id, card }: PaymentMethod, Amount: number) => ({
  PaymentMethodId: id,
  Amount,
  Currency: 'USD' as const,
  CardType: card?.brand ?? '',
  MonthExpiry: String(card?.exp_month ?? '').padStart(2, '0'),
  YearExpiry: String(card?.exp_year ?? ''),
  Last4: card?.last4 ?? '',
})

/** `onAuthorized` gets the saved card's id; `resumeAt` is where signing in leads if a refused card signs the driver out. */
export function useAuthorization(onAuthorized: (methodId: string) => void, resumeAt?: string) {
  const words = useCardWords()
  const leave = useSignOut()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message>()
  /** what is wrong at a field of the card */
  const [wrong, setWrong] = useState<{ part: CardPart; text: string }>()
  /** the bank's own window is open: nothing of ours may cover it */
  const [isAtBank, setIsAtBank] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const [savedId, setSavedId] = useState<string>()
  const finish = (methodId: string) => {
    clearTimeout(timer.current)
    setSavedId(undefined)
    setMessage(undefined)
    onAuthorized(methodId)
  }
  const stop = (text: string, why?: string) => setMessage({ tone: 'stop', text, ...(why && { why }) })

  const signOut = () =>
    setTimeout(() => {
      send(logout, {}).catch(() => undefined)
      leave(withNext(`/${session.landing()}`, resumeAt))
    }, signOutAfterMs)

  /** The intent; undefined where the server refused it and the message says so. */
  const create = async (method: PaymentMethod, dollars: number) => {
    try {
      return await send(createIntent, { body: payload(method, dollars) })
    } catch (error) {
      // no answer is no refusal (D-83)
      if (!(error instanceof CallError) || error.code === 'no_answer') throw error
      if (error.code === 'payment_pending') setMessage({ tone: 'warn', text: error.message })
      else {
        // as recorded: this call's error text is in Message
        const message = error.body.Message || error.message
        toast.error(message)
        stop(words.failed(message), words.signedOut)
        if (error.status !== 401) signOut()
      }
      return undefined
    }
  }

  /** The saved card's id if the bank authenticated the payment; if not, the message says so. */
  const authenticate = async (stripe: Stripe, clientSecret: string, intentId: string) => {
    setIsAtBank(true)
    const { error } = await stripe.handleNextAction({ clientSecret }).finally(() => setIsAtBank(false))
    try {
      const outcome = await send(confirm, { body: { intentId } })
      if (outcome.Status === 'authorized') return outcome.PaymentMethodId
      stop(words.failed(error?.message ?? words.somethingWrong))
    } catch (failure) {
      if (!(failure instanceof CallError) || failure.code === 'no_answer') throw failure
      stop(words.failed(error?.message ?? failure.message))
    }
    return undefined
  }

  const authorize = async (stripe: Stripe, elements: StripeElements, dollars: number) => {
    const card = elements.getElement(CardNumberElement)
    if (!card) return stop(words.noNumberElement)
    const made = await stripe.createPaymentMethod({ type: 'card', card })
    if (made.error) {
      const part = partOf(made.error.code)
      const text = made.error.message || words.somethingWrong
      return part ? setWrong({ part, text }) : stop(text)
    }
    const intent = await create(made.paymentMethod, dollars)
    if (!intent) return
    const { intentId, ClientSecret, PaymentMethodId } = intent
    const methodId = ClientSecret === null ? PaymentMethodId : await authenticate(stripe, ClientSecret, intentId)
    if (!methodId) return
    await queries.invalidateQueries({ queryKey: methodsKey })
    setMessage({ tone: 'go', text: words.authorized(intentId) })
    setSavedId(methodId)
    timer.current = setTimeout(finish, successMs, methodId)
  }

  const submit = async (stripe: Stripe | null, elements: StripeElements | null, dollars: number) => {
    if (busy || savedId) return
    setMessage(undefined)
    setWrong(undefined)
    if (!stripe || !elements) return stop(words.notReady)
    setBusy(true)
    try {
      await authorize(stripe, elements, dollars)
    } catch {
      stop(words.networkError)
    }
    setBusy(false)
  }

  return {
    busy,
    message,
    wrong,
    isAtBank,
    /** A second press must not authorize the same card twice. */
    isSaved: savedId !== undefined,
    submit,
    /** For a driver who closes the form; true if the card is saved, so that it was finished instead. */
    close: () => {
      setMessage(undefined)
      setWrong(undefined)
      if (savedId) finish(savedId)
      return savedId !== undefined
    },
  }
}
export type Authorization = ReturnType<typeof useAuthorization>
