// What a driver may do about his plan: begin it, pay it with another card, cancel and resume it; the screens show it at once.
import type { RequiresAction } from '@parkit/contract/money/cards'
import { cancel, changeCard, confirm, resume, type Subscription, subscribe } from '@parkit/contract/money/subscription'
import type { Answer } from '@parkit/contract/platform/call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { answerBank, isFinal } from '#money/cards/cards.ts'
import { CallError, send } from '#platform/client.ts'
import { subscriptionKey } from './plan-queries.ts'

type Asked = Answer<typeof subscribe>

/** Where the driver's bank asks, its question is put first; a press after a lost answer goes on with the same one. */
function useBank(): (wish: string, ask: () => Promise<Asked>) => Promise<Subscription> {
  const open = useRef<{ wish: string; question: RequiresAction }>(null)
  return async (wish, ask) => {
    let question = open.current?.wish === wish ? open.current.question : null
    if (!question) {
      const answer = await ask()
      if (!answer.RequiresAction) return answer.Subscription
      question = answer.RequiresAction
    }
    open.current = { wish, question }
    try {
      const refused = await answerBank(question.ClientSecret).catch(() => {
        throw new CallError(0, {})
      })
      const outcome = await send(confirm, { body: { intentId: question.intentId } })
      // the script could not put the question, and it is still open
      if (outcome.RequiresAction) throw new CallError(402, { Code: 'card_declined', Message: refused ?? '' })
      open.current = null
      return outcome.Subscription
    } catch (error) {
      if (isFinal(error)) open.current = null
      throw error
    }
  }
}

function useTaken() {
  const queries = useQueryClient()
  return {
    take: (answer: Subscription) => {
      queries.setQueryData<Subscription>(subscriptionKey, answer)
      // with the plan, or without it, parking costs something else
      queries.invalidateQueries({ queryKey: ['parking.quote'] })
    },
    readAnew: () => queries.invalidateQueries({ queryKey: subscriptionKey }),
  }
}

/** `begin`: the first month; else the card of the months to come, and of the one that could not be charged. */
export function usePaying(begin: boolean, onPaid: () => void) {
  const { take, readAnew } = useTaken()
  const bank = useBank()
  return useMutation({
    mutationFn: (PaymentMethodId: string) =>
      bank(`${begin} ${PaymentMethodId}`, () =>
        begin
          ? send(subscribe, { body: { PlanId: 'deluxe', PaymentMethodId } })
          : send(changeCard, { body: { PaymentMethodId } }),
      ),
    onSuccess: answer => {
      take(answer)
      onPaid()
    },
    onError: readAnew,
  })
}

export function useLeaving(act: 'cancel' | 'resume', onDone: (answer: Subscription) => void) {
  const { take, readAnew } = useTaken()
  return useMutation({
    mutationFn: () => send(act === 'cancel' ? cancel : resume, {}),
    onSuccess: answer => {
      take(answer)
      onDone(answer)
    },
    onError: readAnew,
  })
}
