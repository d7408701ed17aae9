// A choice from a list: the phone's own picker in the look of a field.
import './field.css'
import { ChevronDown } from 'lucide-react'
import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { FieldShell } from './Field.tsx'

type Option = { value: string; label: string; disabled?: boolean }

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'children' | 'id'> & {
  label: string
  note?: ReactNode
  help?: ReactNode
  error?: string
  options: readonly Option[]
  /** The first, empty choice: "Select State". */
  placeholder?: string
  ref?: Ref<HTMLSelectElement>
}

export const Select = ({ label, note, help, error, options, placeholder, ref, ...select }: Props) => (
  <FieldShell {...{ label, note, help, error, disabled: select.disabled }} boxClassName="input--select">
    {control => (
      <>
        <select ref={ref} {...control} {...select}>
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
      </>
    )}
  </FieldShell>
)
