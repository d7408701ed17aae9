// The form of Add Money: the amount typed or chosen, the card, the sum, and one button that names what happens.
import type { Method } from '@parkit/contract/money/cards'
import { fieldText } from '@parkit/contract/platform/field-errors'
import { wallet } from '@parkit/contract/platform/limits'
import { moneyText, toCents, toDollars } from '@parkit/contract/platform/money'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import {
  CardChoice,
  defaultMethod,
  PaidThrough,
  PaymentFailure,
  readAmount,
  typedAmount,
  useMoneyAdded,
  useWalletWords,
} from '#money/wallet/wallet.ts'
import { CallError } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { Button } from '#ui/Button.tsx'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Dock, Screen } from '#ui/Screen.tsx'
import { toast } from '#ui/toast.ts'
import { AmountInput } from './AmountInput.tsx'
import { useAddMoney } from './add-money.ts'

const usualDollars = [10, 20, 50, 100]

type Props = {
  top: ReactNode
  methods: readonly Method[]
  /** dollars; absent where it could not be read */
  balance: number | undefined
  firstTyped: string
  onAdded: (added: number, newBalance: number) => void
}

export function AddMoneyForm({ top, methods, balance, firstTyped, onAdded }: Props) {
  const words = useWalletWords()
  const language = useLanguage()
  const added = useMoneyAdded()
  const addMoney = useAddMoney()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(firstTyped)
  const [left, setLeft] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const card = methods.find(method => method.Id === chosen) ?? defaultMethod(methods)
  const amount = readAmount(typed)

  const payment = useMutation({
    // without a choice of the driver's, another card may pay where the usual one is declined
    mutationFn: (Amount: number) => addMoney({ Amount, PaymentMethodId: chosen }),
    onSuccess: (answer, dollars) => {
      if (answer.PaidVia && card && answer.PaymentMethodId !== card.Id) toast.info(words.otherCardPaid(answer.PaidVia))
      added(answer)
      onAdded(dollars, answer.Balance)
    },
    onError: failure => {
      if (failure instanceof CallError && findFieldText(failure)) input.current?.focus()
    },
  })
  const error = payment.error instanceof CallError ? payment.error : undefined
  const atField = error && findFieldText(error)

  const change = (text: string) => {
    setTyped(text)
    if (!payment.isPending) payment.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (amount.error) input.current?.focus()
    else if (!payment.isPending) payment.mutate(amount.dollars)
  }
  const dollars = amount.dollars ?? 0
  // once added, the sum that was agreed to stands still behind the message
  const before = payment.data ? plus(payment.data.Balance, -dollars) : balance

  return (
    <form onSubmit={submit} noValidate className="add">
      <Screen
        title={words.addMoney}
        width="form"
        top={top}
        dock={
          <Dock>
            {!atField && <PaymentFailure error={error} safe={words.noAnswerSafe} />}
            <Button
              type="submit"
              variant="primary"
              size="amount"
              block
              loading={payment.isPending}
              loadingLabel={words.adding}
            >
              {amount.dollars === undefined ? words.addMoney : words.add(moneyText(dollars))}
            </Button>
            <PaidThrough />
          </Dock>
        }
      >
        <AmountInput
          ref={input}
          value={typed}
          onChange={change}
          onLeave={() => setLeft(typed !== '')}
          disabled={payment.isPending}
          help={words.amountRange(moneyRound(wallet.leastAddCents), moneyRound(wallet.mostAddCents))}
          error={atField ?? (left && amount.error ? fieldText(amount.error, language) : undefined)}
        />
        <Choices label={words.usualAmounts}>
          {usualDollars.map(usual => (
            <ChoiceChip
              key={usual}
              on={amount.dollars === usual}
              disabled={payment.isPending}
              onClick={() => change(typedAmount(usual))}
            >
              ${usual}
            </ChoiceChip>
          ))}
        </Choices>
        <CardChoice
          methods={methods}
          card={card}
          disabled={payment.isPending}
          onChoose={id => {
            setChosen(id)
            payment.reset()
          }}
        />
        <KeyValue
          className="add__sum"
          items={[
            before !== undefined && { label: words.balanceNow, value: moneyText(before) },
            { label: words.youAdd, value: moneyText(dollars) },
            before !== undefined && { label: words.newBalance, value: moneyText(plus(before, dollars)), total: true },
          ]}
        />
      </Screen>
    </form>
  )
}

/** What the server says of the amount itself. */
const findFieldText = (error: CallError): string | undefined =>
  error.fields.Amount ?? (error.code === 'wallet_full' ? error.message : undefined)

/** `$500` from 50,000 cents. */
const moneyRound = (cents: number) => moneyText(cents / 100).replace('.00', '')

/** Summed in cents: 0.1 and 0.2 are 0.3. */
const plus = (balance: number, dollars: number) => toDollars(toCents(balance) + toCents(dollars))
