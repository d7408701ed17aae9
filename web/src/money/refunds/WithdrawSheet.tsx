// Withdrawing: how much, back to which card, and by when it is there.
import './withdraw.css'
import { withdrawRange } from '@parkit/contract/platform/amount-ranges'
import { moneyText } from '@parkit/contract/platform/money'
import { useId, useState } from 'react'
import { type Amount, AmountForm, PaymentFailure, readAmount, typedAmount } from '#money/wallet/wallet.ts'
import { CallError } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Button } from '#ui/Button.tsx'
import { Reload } from '#ui/Reload.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useWithdraw, useWithdrawal } from './refund-queries.ts'
import { splitOver } from './split.ts'
import { useWithdrawWords, withdrawWords } from './words.ts'

export default function WithdrawSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useWithdrawWords()
  const form = useId()
  const [typed, setTyped] = useState<string>()
  const payment = useWithdraw()
  const query = useWithdrawal(open)
  const dollars = typed === undefined ? query.data?.Most : readAmount(typed, withdrawRange).dollars
  const close = () => {
    if (payment.isPending) return
    payment.reset()
    setTyped(undefined)
    onClose()
  }
  const withdraw = (amount: number) => {
    if (payment.isPending) return
    payment.mutate(amount, {
      onSuccess: () => {
        toast.success(withdrawWords().sent(moneyText(amount)))
        setTyped(undefined)
        onClose()
      },
    })
  }
  const atField = payment.error instanceof CallError ? payment.error.fields.Amount : undefined
  return (
    <Sheet
      open={open}
      onClose={close}
      title={words.withdraw}
      wide="dialog"
      dock={
        <Button
          type="submit"
          form={form}
          variant="primary"
          block
          loading={payment.isPending}
          loadingLabel={words.withdrawing}
        >
          {dollars === undefined ? words.withdraw : words.withdrawAmount(moneyText(dollars))}
        </Button>
      }
    >
      {open && (
        <WithdrawForm
          id={form}
          query={query}
          typed={typed}
          onType={text => {
            payment.reset()
            setTyped(text)
          }}
          refused={atField}
          onAmount={withdraw}
        />
      )}
      {!atField && <PaymentFailure error={payment.error} safe={words.noAnswerSafe} className="withdraw__failure" />}
    </Sheet>
  )
}

type FormProps = {
  id: string
  query: ReturnType<typeof useWithdrawal>
  typed: string | undefined
  onType: (typed: string) => void
  refused: string | undefined
  onAmount: (dollars: number) => void
}

function WithdrawForm({ id, query, typed, onType, refused, onAmount }: FormProps) {
  const words = useWithdrawWords()
  const language = useLanguage()
  const known = query.data
  if (!known) return query.isError ? <Reload text={words.failed} query={query} /> : <LoadingRows count={2} />
  if (known.Most === 0)
    return (
      <form id={id} noValidate onSubmit={event => event.preventDefault()}>
        <p>{words.nothing}</p>
      </form>
    )
  const text = typed ?? typedAmount(known.Most)
  const read = readAmount(text, withdrawRange)
  const amount: Amount = read.dollars !== undefined && read.dollars > known.Most ? { error: 'withdraw_amount' } : read
  const parts = amount.dollars === undefined ? [] : splitOver(known.Sources, amount.dollars)
  return (
    <AmountForm
      id={id}
      className="withdraw"
      label={words.amount}
      help={words.most(moneyText(known.Most))}
      typed={text}
      onType={onType}
      amount={amount}
      refused={refused}
      onAmount={onAmount}
    >
      {parts.length > 0 && (
        <section aria-label={words.goesTo}>
          <h3 className="t-sm t-2">{words.goesTo}</h3>
          <KeyValue
            items={parts.map(({ card, dollars }) => ({
              label: card ? words.card(card.CardType, card.Last4) : words.oldCard,
              value: moneyText(dollars),
            }))}
          />
        </section>
      )}
      <p className="t-sm t-2">
        {words.thereBy(dateText(known.DueBy, ownZone, language))}
        {parts.length > 1 && ` ${words.newestFirst}`}
      </p>
    </AmountForm>
  )
}
