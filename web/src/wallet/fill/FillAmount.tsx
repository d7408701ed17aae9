// One amount of a wallet that fills itself, typed.
import { moneyText } from '@parkit/contract/money'
import { MinBalance, TopUpCeiling } from '@parkit/contract/top-up'
import { AddAmount } from '@parkit/contract/wallet'
import { useId, useState } from 'react'
import { CallError } from '../../platform/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { AmountForm } from '../AmountForm.tsx'
import { readAmount, typedAmount } from '../amount.ts'
import { type TopUpField, useChangeTopUp } from './reads.ts'
import { fillWords, useFillWords } from './words.ts'

const ranges: Record<TopUpField, typeof AddAmount> = { DefaultAddAmount: AddAmount, MinBalance, TopUpCeiling }

type Props = { field: TopUpField | undefined; dollars: number; onClose: () => void }

export function FillAmount({ field, dollars, onClose }: Props) {
  const words = useFillWords()
  const form = useId()
  const change = useChangeTopUp()
  const close = () => {
    change.reset()
    onClose()
  }
  const save = (name: TopUpField, amount: number) => {
    if (change.isPending) return
    change.mutate(
      { [name]: amount },
      {
        onSuccess: () => {
          toast.success(fillWords().saved(fillWords().titles[name], moneyText(amount)), { id: 'top-up' })
          onClose()
        },
      },
    )
  }
  const refused = change.error instanceof CallError ? Object.values(change.error.fields)[0] : undefined
  return (
    <Sheet
      open={field !== undefined}
      onClose={close}
      title={field ? words.titles[field] : ''}
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
      {field && (
        <FillForm
          key={field}
          id={form}
          field={field}
          dollars={dollars}
          refused={refused}
          onTyping={change.reset}
          onAmount={amount => save(field, amount)}
        />
      )}
    </Sheet>
  )
}

type FormProps = {
  id: string
  field: TopUpField
  dollars: number
  refused: string | undefined
  onTyping: () => void
  onAmount: (dollars: number) => void
}

function FillForm({ field, dollars, onTyping, ...form }: FormProps) {
  const words = useFillWords()
  const [typed, type] = useState(dollars > 0 ? typedAmount(dollars) : '')
  return (
    <AmountForm
      label={words.amount}
      help={words.helps[field]}
      typed={typed}
      onType={text => {
        onTyping()
        type(text)
      }}
      amount={readAmount(typed, ranges[field])}
      {...form}
    />
  )
}
