// A field: label above, box, help or error below. Takes the props of an input, so `{...register('Name')}` fits.
import './field.css'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId, useState } from 'react'
import { cx } from './cx.ts'
import { useUiWords } from './words.ts'

type Around = {
  label: string
  /** Small, at the end of the label's line. */
  note?: ReactNode
  /** Below the box while there is no error. */
  help?: ReactNode
  /** One sentence that says what to do; the typed value stays. */
  error?: string
  className?: string
}

type Props = Around &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
    icon?: ReactNode
    /** At the end of the box, inside: a button, a unit. */
    end?: ReactNode
    /** Reads the label to assistive technology only. */
    hideLabel?: boolean
    ref?: Ref<HTMLInputElement>
  }

export function Field({ label, note, help, error, className, icon, end, hideLabel, ref, type, id, ...input }: Props) {
  const words = useUiWords()
  const own = useId()
  const at = id ?? own
  const [isShown, setIsShown] = useState(false)
  const password = type === 'password'
  return (
    <div className={cx('field', className)}>
      <FieldLabel at={at} label={label} note={note} hidden={hideLabel} />
      <div className={cx('input', error && 'input--error', input.disabled && 'input--off')}>
        {icon}
        <input
          id={at}
          ref={ref}
          type={password && isShown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${at}-help` : undefined}
          {...input}
        />
        {error && !password && <CircleAlert className="input__alert" size={22} />}
        {end}
        {password && (
          <button
            type="button"
            className="input__eye"
            aria-label={isShown ? words.hidePassword : words.showPassword}
            aria-pressed={isShown}
            aria-controls={at}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff size={22} /> : <Eye size={22} />}
          </button>
        )}
      </div>
      <Help at={at} help={help} error={error} />
    </div>
  )
}

type AreaProps = Around &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { ref?: Ref<HTMLTextAreaElement> }

/** Several lines; grows with its text. */
export function TextArea({ label, note, help, error, className, ref, id, rows = 3, ...area }: AreaProps) {
  const own = useId()
  const at = id ?? own
  return (
    <div className={cx('field', className)}>
      <FieldLabel at={at} label={label} note={note} />
      <div className={cx('input input--area', error && 'input--error', area.disabled && 'input--off')}>
        <textarea
          id={at}
          ref={ref}
          rows={rows}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${at}-help` : undefined}
          {...area}
        />
      </div>
      <Help at={at} help={help} error={error} />
    </div>
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

/** What stands under a field; an error is announced when it appears. */
export function Help({ at, help, error }: { at: string; help?: ReactNode; error?: string }) {
  return (
    <div id={`${at}-help`} aria-live="polite" className={error ? 'help help--error' : help ? 'help' : undefined}>
      {error ?? help}
    </div>
  )
}
