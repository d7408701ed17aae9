// The form of a sheet that asks for dollars: typed, judged when sent, the focus back at the field while it is wrong.
import { type FieldError, fieldText } from '@parkit/contract/platform/field-errors'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { Field } from '#ui/Field.tsx'
import type { Amount } from './amount.ts'

type Props = {
  id: string
  label: string
  help: string
  typed: string
  onType: (typed: string) => void
  /** What `typed` says, or what is wrong with it. */
  amount: Amount
  /** What the server said at the field. */
  refused?: string | undefined
  onAmount: (dollars: number) => void
  className?: string
  /** Below the field. */
  children?: ReactNode
}

export function AmountForm({ id, label, help, typed, onType, amount, refused, onAmount, className, children }: Props) {
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [tried, setTried] = useState(false)
  const wrong: FieldError | undefined = tried ? amount.error : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (amount.error) input.current?.focus()
    else onAmount(amount.dollars)
  }
  return (
    <form id={id} noValidate onSubmit={submit} className={className}>
      <Field
        ref={input}
        label={label}
        aria-required
        help={help}
        icon={<span aria-hidden="true">$</span>}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={8}
        value={typed}
        onChange={event => onType(event.target.value)}
        error={refused ?? (wrong && fieldText(wrong, language))}
      />
      {children}
    </form>
  )
}
