// A sheet for one amount of auto top-up.
import {
  type AmountRange,
  addAmountRange,
  minBalanceRange,
  topUpCeilingRange,
} from '@parkit/contract/platform/amount-ranges'
import { moneyText } from '@parkit/contract/platform/money'
import { AmountSheet } from '#money/wallet/wallet.ts'
import { CallError } from '#platform/client.ts'
import { toast } from '#ui/toast.ts'
import { type TopUpField, useChangeTopUp } from './topup-queries.ts'
import { topUpWords, useTopUpWords } from './words.ts'

const ranges: Record<TopUpField, AmountRange> = {
  DefaultAddAmount: addAmountRange,
  MinBalance: minBalanceRange,
  TopUpCeiling: topUpCeilingRange,
}

type Props = { open: boolean; field: TopUpField | undefined; dollars: number; onClose: () => void }

export default function TopUpAmountSheet({ open, field, dollars, onClose }: Props) {
  const words = useTopUpWords()
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
          toast.success(topUpWords().saved(topUpWords().titles[name], moneyText(amount)), { id: 'top-up' })
          onClose()
        },
      },
    )
  }
  const refused = change.error instanceof CallError ? Object.values(change.error.fields)[0] : undefined
  return (
    <AmountSheet
      open={open}
      onClose={close}
      title={field ? words.titles[field] : ''}
      label={words.amount}
      help={field ? words.helps[field] : ''}
      dollars={dollars}
      range={field ? ranges[field] : addAmountRange}
      refused={refused}
      save={words.save}
      saving={words.saving}
      isSaving={change.isPending}
      onTyping={change.reset}
      onAmount={amount => field && save(field, amount)}
    />
  )
}
