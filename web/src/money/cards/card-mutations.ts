// Changes to a saved card; the server answers with all cards, and the screens show them at once.
import { changeExpiry, chooseDefault, deleteMethod, listMethods, type Method } from '@parkit/contract/money/cards'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { methodsKey } from '#money/wallet/wallet.ts'
import { CallError, send } from '#platform/client.ts'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast.ts'
import { useCardWords } from './words.ts'

function useChange<Change>(change: (change: Change) => Promise<Method[]>, done: string, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: cards => {
      queries.setQueryData<Method[]>(methodsKey, cards)
      toast.success(done)
      onDone()
    },
    onError: error => {
      if (error instanceof CallError && Object.keys(error.fields).length > 0) return
      toast.error(failureText(error))
      queries.invalidateQueries({ queryKey: methodsKey })
    },
  })
}

export const useDelete = (onDone: () => void) =>
  useChange((id: string) => send(deleteMethod, { params: { id } }), useCardWords().deleted, onDone)

type Edit = { card: Method; MonthExpiry: string; YearExpiry: string; byDefault: boolean }

/** Sends only what has changed. */
export const useEdit = (onDone: () => void) =>
  useChange(
    async ({ card, MonthExpiry, YearExpiry, byDefault }: Edit) => {
      let cards: Method[] | undefined
      const PaymentMethodId = card.Id
      if (MonthExpiry !== card.MonthExpiry || YearExpiry !== card.YearExpiry)
        cards = await send(changeExpiry, { body: { PaymentMethodId, MonthExpiry, YearExpiry } })
      if (byDefault && !card.IsDefault) cards = await send(chooseDefault, { body: { PaymentMethodId } })
      return cards ?? send(listMethods, {})
    },
    useCardWords().saved,
    onDone,
  )
