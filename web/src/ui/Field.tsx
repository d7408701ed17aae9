// A field: label above, box, help or error below. Takes the props of an input, so `{...register('Name')}` fits.
import './field.css'
import { CircleAlert } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { cx } from './cx.ts'

export type FieldText = {
  label: string
  /** Small, at the end of the label's line. */
  note?: ReactNode
  /** Below the box while there is no error. */
  help?: ReactNode
  /** One sentence that says what to do; the typed value stays. */
  error?: string
  className?: string
}

type ShellProps = FieldText & {
  id?: string
  disabled?: boolean
  required?: boolean
  /** Reads the label to assistive technology only. */
  hideLabel?: boolean
  boxClassName?: string
  children: (control: Pick<InputHTMLAttributes<unknown>, 'id' | 'aria-invalid' | 'aria-describedby'>) => ReactNode
}

/** Label, box, and help or error around a control. */
export function FieldShell({ id, label, note, help, error, className, children, ...rest }: ShellProps) {
  const own = useId()
  const at = id ?? own
  const { disabled, hideLabel, boxClassName } = rest
  return (
    <div className={cx('field', className)}>
      <FieldLabel at={at} label={label} note={note} hidden={hideLabel} />
      <div className={cx('input', boxClassName, error && 'input--error', disabled && 'input--off')}>
        {children({
          id: at,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error || help ? `${at}-help` : undefined,
        })}
      </div>
      <Help at={at} help={help} error={error} />
    </div>
  )
}

/** Keyboard and autofill of an email address; of a phone number. */
export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
export const phoneInput = { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } as const

type Props = FieldText &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> &
  Pick<ShellProps, 'hideLabel'> & {
    icon?: ReactNode
    /** At the end of the box, inside: a button, a unit. */
    end?: ReactNode
    /** No mark in the box where there is an error. */
    hideAlert?: boolean
    ref?: Ref<HTMLInputElement>
  }

export function Field({
  label,
  note,
  help,
  error,
  className,
  icon,
  end,
  hideLabel,
  hideAlert,
  ref,
  id,
  ...input
}: Props) {
  const shell = { id, label, note, help, error, className, hideLabel, disabled: input.disabled }
  return (
    <FieldShell {...shell}>
      {control => (
        <>
          {icon}
          <input ref={ref} {...control} {...input} />
          {error && !hideAlert && <CircleAlert className="input__alert" size={22} />}
          {end}
        </>
      )}
    </FieldShell>
  )
}

type LabelProps = { at: string; label: string; note?: ReactNode; hidden?: boolean }

export function FieldLabel({ at, label, note, hidden }: LabelProps) {
  return (
    <label htmlFor={at} className={hidden ? 'sr-only' : 'label'}>
      {label}
      {note && <small>{note}</small>}
    </label>
  )
}

/** Below a field; an error is announced when it appears. */
export function Help({ at, help, error }: { at: string; help?: ReactNode; error?: string }) {
  return (
    <div id={`${at}-help`} aria-live="polite" className={error ? 'help help--error' : help ? 'help' : undefined}>
      {error ?? help}
    </div>
  )
}
