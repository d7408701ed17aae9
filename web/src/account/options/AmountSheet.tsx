// The Max Payment Amount, typed.
import { MaxPaymentAmount } from '@parkit/contract/automatic'
import { fieldText } from '@parkit/contract/field-errors'
import { maxPayment } from '@parkit/contract/limits'
import { moneyText, toDollars } from '@parkit/contract/money'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useLanguage } from '../../platform/language.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { readAmount, typedAmount } from '../../wallet/amount.ts'
import { useChangeOptions } from './reads.ts'
import { useOptionWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; dollars: number }

export function AmountSheet({ open, onClose, dollars }: Props) {
  const words = useOptionWords()
  const form = useId()
  const change = useChangeOptions()
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
      <AmountForm
        id={form}
        dollars={dollars}
        onAmount={MaxPaymentAmount => {
          if (change.isPending) return
          change.mutate(
            { MaxPaymentAmount },
            {
              onSuccess: () => {
                toast.success(words.saved(moneyText(MaxPaymentAmount)), { id: 'options' })
                onClose()
              },
            },
          )
        }}
      />
    </Sheet>
  )
}

type FormProps = { id: string; dollars: number; onAmount: (dollars: number) => void }

function AmountForm({ id, dollars, onAmount }: FormProps) {
  const words = useOptionWords()
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [typed, type] = useState(typedAmount(dollars))
  const [tried, tryIt] = useState(false)
  const amount = readAmount(typed, MaxPaymentAmount)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tryIt(true)
    if (amount.error) input.current?.focus()
    else onAmount(amount.dollars)
  }
  return (
    <form id={id} onSubmit={submit} noValidate>
      <Field
        ref={input}
        label={words.amount}
        help={words.amountHelp(moneyText(toDollars(maxPayment.leastCents)), moneyText(toDollars(maxPayment.mostCents)))}
        icon={<span aria-hidden="true">$</span>}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={7}
        value={typed}
        onChange={event => type(event.target.value)}
        {...(tried && amount.error && { error: fieldText(amount.error, language) })}
      />
    </form>
  )
}
