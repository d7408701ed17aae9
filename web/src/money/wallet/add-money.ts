// Adding money: one charge, with the bank's authentication (3-D Secure) where it is required.
import { confirm } from '@parkit/contract/money/cards'
import { addMoney } from '@parkit/contract/money/wallet'
import type { Answer } from '@parkit/contract/platform/call'
import { useRef } from 'react'
import { answerBank, isFinal } from '#money/cards/cards.ts'
import { CallError, send } from '#platform/client.ts'

type Request = { Amount: number; PaymentMethodId: string | undefined }
type Added = Answer<typeof addMoney>

/** The same request continues its pending authentication instead of paying again. Throws CallError. */
export function useAddMoney(): (request: Request) => Promise<Added> {
  const pending = useRef<{ request: string; answer: Added }>(null)
  return async request => {
    const name = JSON.stringify(request)
    const answer = pending.current?.request === name ? pending.current.answer : await send(addMoney, { body: request })
    if (!answer.RequiresAction) return answer
    pending.current = { request: name, answer }
    const { intentId, ClientSecret } = answer.RequiresAction
    try {
      const refused = await answerBank(ClientSecret).catch(() => {
        throw new CallError(0, {})
      })
      const { Status, Balance } = await send(confirm, { body: { intentId } })
      // authentication failed in the provider's script, and the payment is still open
      if (Status !== 'succeeded') throw new CallError(402, { Code: 'card_declined', Message: refused ?? '' })
      pending.current = null
      return { ...answer, Balance }
    } catch (error) {
      if (isFinal(error)) pending.current = null
      throw error
    }
  }
}
