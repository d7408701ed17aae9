// Changes to a driver's plan: subscribing, paying with another card, canceling and resuming.
import { cancel, changeCard, confirm, resume, type Subscription, subscribe } from '@parkit/contract/money/subscription'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBankAuthentication } from '#money/cards/cards.ts'
import { send } from '#platform/client.ts'
import { subscriptionKey } from './plan-queries.ts'

function usePlanCache() {
  const queries = useQueryClient()
  return {
    show: (plan: Subscription) => {
      queries.setQueryData<Subscription>(subscriptionKey, plan)
      // the plan changes the price of parking
      queries.invalidateQueries({ queryKey: ['parking.quote'] })
    },
    refetch: () => queries.invalidateQueries({ queryKey: subscriptionKey }),
  }
}

/** `begin`: the first month; else the card of the months to come, and of the one that could not be charged. */
export function usePaying(begin: boolean, onPaid: () => void) {
  const { show, refetch } = usePlanCache()
  const pay = useBankAuthentication((intentId: string) => send(confirm, { body: { intentId } }))
  return useMutation({
    mutationFn: (PaymentMethodId: string) =>
      pay(`${begin} ${PaymentMethodId}`, () =>
        begin
          ? send(subscribe, { body: { PlanId: 'deluxe', PaymentMethodId } })
          : send(changeCard, { body: { PaymentMethodId } }),
      ),
    onSuccess: answer => {
      show(answer.Subscription)
      onPaid()
    },
    onError: refetch,
  })
}

export function useLeaving(act: 'cancel' | 'resume', onDone: (answer: Subscription) => void) {
  const { show, refetch } = usePlanCache()
  return useMutation({
    mutationFn: () => send(act === 'cancel' ? cancel : resume, {}),
    onSuccess: answer => {
      show(answer)
      onDone(answer)
    },
    onError: refetch,
  })
}
