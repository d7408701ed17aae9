// The Max Payment Amount, typed.
import { maxPaymentRange } from '@parkit/contract/platform/amount-ranges'
import { maxPayment } from '@parkit/contract/platform/limits'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { AmountSheet } from '#money/wallet/wallet.ts'
import { toast } from '#ui/toast.ts'
import { useChangeOptions } from './options-mutation.ts'
import { useOptionWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; dollars: number }

export default function MaxPaymentSheet({ open, onClose, dollars }: Props) {
  const words = useOptionWords()
  const change = useChangeOptions()
  const save = (amount: number) => {
    if (change.isPending) return
    change.mutate(
      { MaxPaymentAmount: amount },
      {
        onSuccess: () => {
          toast.success(words.saved(moneyText(amount)), { id: 'options' })
          onClose()
        },
      },
    )
  }
  return (
    <AmountSheet
      open={open}
      onClose={onClose}
      title={words.maxPayment}
      label={words.amount}
      help={words.amountHelp(moneyText(toDollars(maxPayment.leastCents)), moneyText(toDollars(maxPayment.mostCents)))}
      dollars={dollars}
      range={maxPaymentRange}
      save={words.save}
      saving={words.saving}
      isSaving={change.isPending}
      onAmount={save}
    />
  )
}
