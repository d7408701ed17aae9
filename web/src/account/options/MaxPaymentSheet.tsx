// The Max Payment Amount, typed.
import { MaxPaymentAmount } from '@parkit/contract/automatic'
import { maxPayment } from '@parkit/contract/limits'
import { moneyText, toDollars } from '@parkit/contract/money'
import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { AmountForm } from '../../wallet/AmountForm.tsx'
import { readAmount, typedAmount } from '../../wallet/amount.ts'
import { useChangeOptions } from './reads.ts'
import { useOptionWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; dollars: number }

export function AmountSheet({ open, onClose, dollars }: Props) {
  const words = useOptionWords()
  const form = useId()
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
    <Sheet
      open={open}
      onClose={onClose}
      title={words.maxPayment}
      wide="dialog"
      dock={
        <Button
          type="submit"
          form={form}
          variant="primary"
          block
          loading={change.isPending}
          loadingLabel={words.saving}
        >
          {words.save}
        </Button>
      }
    >
      {open && <MaxPaymentForm id={form} dollars={dollars} onAmount={save} />}
    </Sheet>
  )
}

function MaxPaymentForm({
  id,
  dollars,
  onAmount,
}: {
  id: string
  dollars: number
  onAmount: (dollars: number) => void
}) {
  const words = useOptionWords()
  const [typed, type] = useState(typedAmount(dollars))
  return (
    <AmountForm
      id={id}
      label={words.amount}
      help={words.amountHelp(moneyText(toDollars(maxPayment.leastCents)), moneyText(toDollars(maxPayment.mostCents)))}
      typed={typed}
      onType={type}
      amount={readAmount(typed, MaxPaymentAmount)}
      onAmount={onAmount}
    />
  )
}
