// The form of Add Money: the amount typed or chosen, the card, the sum, and one button that names what happens.
import type { Method } from '@parkit/contract/money/cards'
import { fieldText } from '@parkit/contract/platform/field-errors'
import { moneyText, toCents, toDollars } from '@parkit/contract/platform/money'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { loadExpressButtons } from '#money/cards/cards.ts'
import {
  amountRange,
  CardChoice,
  PaidThrough,
  PaymentFailure,
  readAmount,
  typedAmount,
  useWalletWords,
} from '#money/wallet/wallet.ts'
import { useLanguage } from '#platform/language.tsx'
import { Button } from '#ui/Button.tsx'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Dock, Screen } from '#ui/Screen.tsx'
import { AmountInput } from './AmountInput.tsx'
import { useAddMoney } from './add-money.ts'

const ExpressButtons = lazySheet(loadExpressButtons)

const usualDollars = [10, 20, 50, 100]

type Props = {
  top: ReactNode
  methods: readonly Method[]
  /** dollars; absent where it could not be read */
  balance: number | undefined
  firstTyped: string
  onAddCard: () => void
  onAdded: (added: number, newBalance: number) => void
}

export function AddMoneyForm({ top, methods, balance, firstTyped, onAddCard, onAdded }: Props) {
  const words = useWalletWords()
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(firstTyped)
  const [left, setLeft] = useState(false)
  const amount = readAmount(typed)

  const payment = useAddMoney({
    methods,
    onAdded,
    onFailed: atField => {
      if (atField) input.current?.focus()
    },
  })
  const { card, error, atField } = payment
  // without a card a wallet of the phone may have paid
  const canAdd = card !== undefined || payment.isPending || payment.isUnsure

  const change = (text: string) => {
    setTyped(text)
    payment.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (!canAdd) onAddCard()
    else if (amount.error) input.current?.focus()
    else payment.add(amount.dollars)
  }
  const dollars = amount.dollars ?? 0
  // once added, the sum that was agreed to stands still behind the message
  const before = payment.newBalance === undefined ? balance : plus(payment.newBalance, -dollars)

  return (
    <form onSubmit={submit} noValidate className="add">
      <Screen
        title={words.addMoney}
        width="form"
        top={top}
        dock={
          <Dock>
            {!atField && <PaymentFailure error={error} safe={words.noAnswerSafe} />}
            <ExpressButtons
              open={
                amount.dollars !== undefined &&
                !payment.isPending &&
                payment.newBalance === undefined &&
                !payment.isUnsure
              }
              total={dollars}
              onPay={(methodId, shown) => payment.add(shown, methodId)}
            />
            {canAdd ? (
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
            ) : (
              <Button variant="secondary" size="amount" block onClick={onAddCard} children={words.addCard} />
            )}
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
          help={words.amountRange(...amountRange)}
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
        <CardChoice methods={methods} card={card} disabled={payment.isPending} onChoose={payment.chooseCard} />
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

/** Summed in cents: 0.1 and 0.2 are 0.3. */
const plus = (balance: number, dollars: number) => toDollars(toCents(balance) + toCents(dollars))
