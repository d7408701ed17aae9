// Adding money: the card that pays, one charge with the bank's authentication where required, and what was refused.
import { confirm, type Method } from '@parkit/contract/money/cards'
import { addMoney } from '@parkit/contract/money/wallet'
import type { Answer } from '@parkit/contract/platform/call'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useBankAuthentication } from '#money/cards/cards.ts'
import { defaultMethod, useMoneyAdded, useWalletWords } from '#money/wallet/wallet.ts'
import { CallError, send } from '#platform/client.ts'
import { toast } from '#ui/toast.ts'

type Added = Answer<typeof addMoney>

type Payment = { dollars: number; expressId: string | undefined }

type Options = {
  methods: readonly Method[]
  onAdded: (dollars: number, newBalance: number) => void
  onFailed?: (atField: boolean) => void
}

export function useAddMoney({ methods, onAdded, onFailed }: Options) {
  const words = useWalletWords()
  const added = useMoneyAdded()
  const [isAtBank, setIsAtBank] = useState(false)
  const [chosenId, setChosenId] = useState<string>()
  const card = methods.find(method => method.Id === chosenId) ?? defaultMethod(methods)
  const pay = useBankAuthentication<Added>(async (intentId, payment) => {
    const { Status, Balance } = await send(confirm, { body: { intentId } })
    return { ...payment, Balance, RequiresAction: Status === 'succeeded' ? null : payment.RequiresAction }
  }, setIsAtBank)
  const payment = useMutation({
    mutationFn: ({ dollars, expressId }: Payment) => {
      // without a choice of the driver's, another card may pay where the usual one is declined
      const body = { Amount: dollars, PaymentMethodId: expressId ?? chosenId }
      return pay(JSON.stringify(body), () => send(addMoney, { body }))
    },
    onSuccess: (answer, { dollars, expressId }) => {
      if (!expressId && answer.PaidVia && card && answer.PaymentMethodId !== card.Id)
        toast.info(words.otherCardPaid(answer.PaidVia))
      added(answer)
      onAdded(dollars, answer.Balance)
    },
    onError: error => onFailed?.(error instanceof CallError && findFieldText(error) !== undefined),
  })
  const error = payment.error instanceof CallError ? payment.error : undefined
  const isUnsure =
    error !== undefined && (error.status === 0 || error.status >= 500 || error.code === 'payment_pending')
  return {
    card,
    chooseCard: (id: string) => {
      setChosenId(id)
      payment.reset()
    },
    /** `expressId`: of the card that Apple Pay or Google Pay gave for this payment. */
    add: (dollars: number, expressId = isUnsure ? payment.variables?.expressId : undefined) => {
      if (!payment.isPending) payment.mutate({ dollars, expressId })
    },
    /** its outcome is unknown: the same payment is sent again, and no other one */
    isUnsure,
    isPending: payment.isPending,
    /** the bank's own window is open: nothing of ours may cover it */
    isAtBank,
    error,
    /** what the server says of the amount itself */
    atField: error && findFieldText(error),
    newBalance: payment.data?.Balance,
    /** For a changed amount, to which the last refusal does not apply. */
    reset: () => {
      if (!payment.isPending) payment.reset()
    },
  }
}

const findFieldText = (error: CallError): string | undefined =>
  error.fields.Amount ?? (error.code === 'wallet_full' ? error.message : undefined)
