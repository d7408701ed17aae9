// Add Money as a sheet, for a payment that the wallet doesn't cover; without a card it takes one first.
import { moneyText } from '@parkit/contract/platform/money'
import { type ReactNode, useId, useState } from 'react'
import { loadCardSheet, loadExpressButtons } from '#money/cards/cards.ts'
import {
  AmountForm,
  amountRange,
  CardChoice,
  PaidThrough,
  PaymentFailure,
  readAmount,
  typedAmount,
  useMethods,
  useWalletWords,
} from '#money/wallet/wallet.ts'
import { Button } from '#ui/Button.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { useAddMoney } from './add-money.ts'

const CardSheet = lazySheet(loadCardSheet)
const ExpressButtons = lazySheet(loadExpressButtons)

type Props = {
  open: boolean
  /** What stands in the field at first. */
  dollars: number
  /** What the money is for, above the form. */
  about?: ReactNode
  /** The path to return to if a refused card signs the driver out. */
  resumeAt: string
  onClose: () => void
  onAdded: () => void
}

export default function AddMoneySheet({ open, resumeAt, onClose, ...form }: Props) {
  const methods = useMethods()
  // decided once: the card sheet stays while it shows that its card was saved
  const [needsCard, setNeedsCard] = useState<boolean>()
  if (open && needsCard === undefined && methods.data) setNeedsCard(methods.data.length === 0)
  const close = () => {
    setNeedsCard(undefined)
    onClose()
  }
  return (
    <>
      <CardSheet
        open={open && needsCard === true}
        onClose={close}
        onAuthorized={() => setNeedsCard(false)}
        about={form.about}
        resumeAt={resumeAt}
      />
      {open && !needsCard && <AmountSheet onClose={close} {...form} />}
    </>
  )
}

function AmountSheet({ dollars, about, onClose, onAdded }: Omit<Props, 'open' | 'resumeAt'>) {
  const words = useWalletWords()
  const id = useId()
  const { data: methods = [] } = useMethods()
  const [typed, setTyped] = useState(() => typedAmount(dollars))
  const payment = useAddMoney({
    methods,
    onAdded: (added, balance) => {
      toast.success(words.added(moneyText(added), moneyText(balance)))
      onAdded()
    },
  })
  const amount = readAmount(typed)
  return (
    <Sheet
      open={!payment.isAtBank}
      keepMounted
      onClose={onClose}
      title={words.addMoney}
      dock={
        <>
          {!payment.atField && <PaymentFailure error={payment.error} safe={words.noAnswerSafe} />}
          <ExpressButtons
            open={amount.dollars !== undefined && !payment.isPending && !payment.isUnsure}
            total={amount.dollars ?? 0}
            onPay={(methodId, shown) => payment.add(shown, methodId)}
          />
          <Button
            type="submit"
            form={id}
            variant="primary"
            size="amount"
            block
            loading={payment.isPending}
            loadingLabel={words.adding}
          >
            {amount.dollars === undefined ? words.addMoney : words.add(moneyText(amount.dollars))}
          </Button>
          <PaidThrough />
        </>
      }
    >
      {about}
      <AmountForm
        id={id}
        label={words.amount}
        help={words.amountRange(...amountRange)}
        typed={typed}
        onType={text => {
          setTyped(text)
          payment.reset()
        }}
        amount={amount}
        refused={payment.atField}
        onAmount={payment.add}
      />
      <CardChoice methods={methods} card={payment.card} disabled={payment.isPending} onChoose={payment.chooseCard} />
    </Sheet>
  )
}
