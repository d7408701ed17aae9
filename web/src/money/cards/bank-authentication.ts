// Authentication of a payment at the driver's bank (3-D Secure): the provider's window, then the outcome from the server.
import type { RequiresAction } from '@parkit/contract/money/cards'
import { useRef } from 'react'
import { CallError } from '#platform/client.ts'
import { loadProvider } from './provider.ts'

/** Opens the bank's window. Returns the provider's message where authentication failed; throws CallError. */
export const authenticate = async (clientSecret: string): Promise<string | undefined> => {
  try {
    const { error } = await (await loadProvider()).handleNextAction({ clientSecret })
    return error && (error.message ?? '')
  } catch {
    throw new CallError(0, { AtBank: true })
  }
}

/** The server has refused the payment for good. */
const isFinal = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.code !== 'payment_pending'

type Payment = { RequiresAction: RequiresAction | null }

/** A payment by its name: the same name continues its pending authentication instead of paying again. Throws CallError. */
export function useBankAuthentication<P extends Payment>(
  confirm: (intentId: string, payment: P) => Promise<P>,
  /** the bank's own window opens or closes */
  setIsAtBank: (is: boolean) => void = () => {},
) {
  const pending = useRef<{ name: string; payment: P }>(null)
  return async (name: string, pay: () => Promise<P>): Promise<P> => {
    const payment = pending.current?.name === name ? pending.current.payment : await pay()
    if (!payment.RequiresAction) return payment
    pending.current = { name, payment }
    const { intentId, ClientSecret } = payment.RequiresAction
    try {
      setIsAtBank(true)
      const failure = await authenticate(ClientSecret).finally(() => setIsAtBank(false))
      const confirmed = await confirm(intentId, payment)
      // authentication failed in the provider's script, and the payment is still open
      if (confirmed.RequiresAction) throw new CallError(402, { Code: 'card_declined', Message: failure ?? '' })
      pending.current = null
      return confirmed
    } catch (error) {
      if (isFinal(error)) pending.current = null
      throw error
    }
  }
}
