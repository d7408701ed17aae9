// A one-time code: six bays over one real input, so that paste, autofill and screen readers work natively.
import './field.css'
import { type Ref, useId, useState } from 'react'
import { cx } from './cx.ts'
import { Help } from './Field.tsx'

const digits = 6

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Called with the sixth digit. */
  onComplete?: (value: string) => void
  error?: string
  help?: string
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

export function CodeInput({ label, value, onChange, onComplete, error, help, autoFocus, ref }: Props) {
  const at = useId()
  const [caret, setCaret] = useState(value.length)
  const [lastError, setLastError] = useState(error)
  if (lastError !== error) {
    setLastError(error)
    // a complete code was rejected: back to the first bay
    if (error && value.length === digits) setCaret(0)
  }
  const setDigits = (text: string, position: number | null) => {
    const next = text.replace(/\D/g, '').slice(0, digits)
    setCaret(Math.min(position ?? next.length, digits - 1))
    onChange(next)
    if (next.length === digits && next !== value) onComplete?.(next)
  }
  const now = Math.min(caret, value.length, digits - 1)
  return (
    <div>
      <div className={cx('code', error && 'code--error')}>
        {Array.from({ length: digits }, (_, i) => (
          <i key={i} className={i === now ? 'now' : undefined} aria-hidden="true">
            <b>{value[i]}</b>
          </i>
        ))}
        <input
          id={at}
          ref={ref}
          aria-label={label}
          aria-required
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d*"
          maxLength={digits + 4}
          value={value}
          // biome-ignore lint/a11y/noAutofocus: the screen consists of this field
          autoFocus={autoFocus}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${at}-help` : undefined}
          onChange={event => setDigits(event.target.value, event.target.selectionStart)}
          onSelect={event => setCaret(event.currentTarget.selectionStart ?? digits)}
        />
      </div>
      <Help at={at} help={help} error={error} />
    </div>
  )
}
