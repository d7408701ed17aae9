// Adding money: charged once, and where the driver's bank asks, only after its question is answered.

import { confirm } from '@parkit/contract/money/cards'
import { addMoney } from '@parkit/contract/money/wallet'
import type { Answer } from '@parkit/contract/platform/call'
import { useRef } from 'react'
import { answerBank } from '#money/cards/provider.ts'
import { CallError, send } from '#platform/client.ts'

type Wish = { Amount: number; PaymentMethodId: string | undefined }
type Added = Answer<typeof addMoney>

const isFinal = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.code !== 'payment_pending'

/** A press after a lost answer goes on with the same payment, also after the bank's question. Throws CallError. */
export function useAdding(): (wish: Wish) => Promise<Added> {
  const asked = useRef<{ wish: string; answer: Added }>(null)
  return async wish => {
    const name = JSON.stringify(wish)
    const answer = asked.current?.wish === name ? asked.current.answer : await send(addMoney, { body: wish })
    if (!answer.RequiresAction) return answer
    asked.current = { wish: name, answer }
    const { intentId, ClientSecret } = answer.RequiresAction
    try {
      const refused = await answerBank(ClientSecret).catch(() => {
        throw new CallError(0, {})
      })
      const { Status, Balance } = await send(confirm, { body: { intentId } })
      // the script could not put the question, and it is still open
      if (Status !== 'succeeded') throw new CallError(402, { Code: 'card_declined', Message: refused ?? '' })
      asked.current = null
      return { ...answer, Balance }
    } catch (error) {
      if (isFinal(error)) asked.current = null
      throw error
    }
  }
}
