// One choice of a few: a language, a theme, a kind of place. Never a filter; for screens see ViewLinks.tsx.
import './segmented.css'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type Props<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  /** `name` is the text of a label that is a drawing. */
  options: readonly { value: V; label: ReactNode; icon?: ReactNode; lang?: string; name?: string }[]
  /** 36 high inside instead of 40. */
  small?: boolean
  block?: boolean
  className?: string
}

export function Segmented<V extends string>({ label, value, onChange, options, small, block, className }: Props<V>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('seg', small && 'seg--sm', block && 'seg--block', className)}
    >
      {options.map(option => (
        <label key={option.value} lang={option.lang}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            aria-label={option.name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  )
}
