// A choice from a list: the phone's own picker in the look of a field.
import './field.css'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react'
import { cx } from './cx.ts'
import { FieldLabel, Help } from './Field.tsx'

type Option = { value: string; label: string; disabled?: boolean }

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'children'> & {
  label: string
  note?: ReactNode
  help?: ReactNode
  error?: string
  options: readonly Option[]
  /** The first, empty choice: "Select State". */
  placeholder?: string
  className?: string
  ref?: Ref<HTMLSelectElement>
}

export function Select({ label, note, help, error, options, placeholder, className, ref, id, ...select }: Props) {
  const own = useId()
  const at = id ?? own
  return (
    <div className={cx('field', className)}>
      <FieldLabel at={at} label={label} note={note} />
      <div className={cx('input input--select', error && 'input--error', select.disabled && 'input--off')}>
        <select
          id={at}
          ref={ref}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${at}-help` : undefined}
          {...select}
        >
          {placeholder !== undefined && (
            <option value="" className="select__none">
              {placeholder}
            </option>
          )}
          {options.map(option => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={22} />
      </div>
      <Help at={at} help={help} error={error} />
    </div>
  )
}
