// A switch. The whole row is its target, except `extra`.
import './toggle.css'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { unavailable } from './Button.tsx'
import { cx } from './cx.ts'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & { ref?: Ref<HTMLInputElement> }

/** The switch alone; give it `aria-label` or `aria-labelledby`. */
export function Toggle({ ref, disabled, ...input }: InputProps) {
  // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
  return <input type="checkbox" role="switch" ref={ref} className="toggle" {...input} {...(disabled && unavailable)} />
}

type Props = InputProps & {
  label: string
  /** Second line. */
  sub?: ReactNode
  icon?: ReactNode
  /** Beside the switch, with a target of its own: an amount to edit. */
  extra?: ReactNode
  className?: string
}

export function ToggleRow({ label, sub, icon, extra, className, ...input }: Props) {
  const at = useId()
  return (
    <div className={cx('row toggle-row', className)}>
      {icon && <span className="row__icon">{icon}</span>}
      <label htmlFor={at} className="grow">
        <span id={`${at}-name`} className="row__t">
          {label}
        </span>
        {sub && (
          <span id={`${at}-sub`} className="row__s">
            {sub}
          </span>
        )}
      </label>
      {extra && <span className="toggle-row__extra">{extra}</span>}
      {/* its name stays when what its second line says changes with it */}
      <Toggle id={at} aria-labelledby={`${at}-name`} aria-describedby={sub ? `${at}-sub` : undefined} {...input} />
    </div>
  )
}
