// The amount as large as it matters: a dollar sign and what is typed, in the middle, its range or its error below.
import { type Ref, useId } from 'react'
import { useWalletWords } from '#money/wallet/wallet.ts'
import { Help } from '#ui/Field.tsx'

type Props = {
  value: string
  onChange: (typed: string) => void
  onLeave: () => void
  disabled: boolean
  help: string
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

export function AmountInput({ value, onChange, onLeave, disabled, help, error, ref }: Props) {
  const words = useWalletWords()
  const id = useId()
  return (
    <div className="amount">
      <label htmlFor={id} className="t-sm t-2">
        {words.amount}
      </label>
      <div className="amount__box t-num-xl">
        <span aria-hidden="true">$</span>
        <span className="amount__fit" data-typed={value}>
          <input
            id={id}
            ref={ref}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            size={1}
            maxLength={7}
            placeholder={words.enterAmount}
            value={value}
            readOnly={disabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-help`}
            onChange={event => onChange(event.target.value)}
            onBlur={onLeave}
          />
        </span>
      </div>
      <Help at={id} help={help} error={error} />
    </div>
  )
}
