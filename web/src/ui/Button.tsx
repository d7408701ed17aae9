// Buttons: one yellow action per screen, and quieter ones. A button with `to` is a link.
import './button.css'
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useRef } from 'react'
import { Link } from '#platform/address.tsx'
import { cx } from './cx.ts'
import { useUiWords } from './words.ts'

type Variant = 'primary' | 'secondary' | 'danger' | 'quiet' | 'road'

export type Look = {
  variant?: Variant
  /** `amount` 60 high for an action that carries a price, `lg` 56, `md` 48, `sm` 44. */
  size?: 'amount' | 'lg' | 'md' | 'sm'
  /** Full width. */
  block?: boolean
  icon?: ReactNode
  className?: string
  children: ReactNode
}

type Props = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className'> & {
    /** A path of the app: the button is a link. */
    to?: string
    replace?: boolean
    /** Keeps the width, blocks a second press, shows moving dashes. */
    loading?: boolean
    /** The label in progress form: "Starting". */
    loadingLabel?: string
    ref?: Ref<HTMLButtonElement>
  }

const look = ({ variant = 'secondary', size = 'lg', block, className }: Look) =>
  cx('btn', `btn--${variant}`, size !== 'lg' && `btn--${size}`, block && 'btn--block', className)

/** A button that is not available keeps the focus, which a disabled one would drop when its own press disables it. */
export const unavailable = {
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const

/** Ignores a second press before the button is rendered as loading. */
function useSinglePress(onClick: Props['onClick']) {
  const pressed = useRef(false)
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (pressed.current) return event.preventDefault()
    pressed.current = true
    // a form validates first and reports loading a turn later: after two turns the button shows it
    setTimeout(() =>
      setTimeout(() => {
        pressed.current = false
      }),
    )
    onClick?.(event)
  }
}

export function Button(props: Props) {
  const { variant, size, block, icon, className, children, to, replace, ref, ...more } = props
  const { loading, loadingLabel, disabled, ...rest } = more
  const words = useUiWords()
  const press = useSinglePress(rest.onClick)
  if (to !== undefined && !disabled)
    return (
      <Link to={to} replace={replace} className={look(props)}>
        {icon}
        <span>{children}</span>
      </Link>
    )
  return (
    <button
      type="button"
      ref={ref}
      {...rest}
      // without `loading`, every press counts
      onClick={loading === undefined ? rest.onClick : press}
      {...((loading || disabled) && unavailable)}
      aria-busy={loading || undefined}
      className={cx(look(props), loading && 'btn--loading')}
    >
      <span className="btn__idle" aria-hidden={loading || undefined}>
        {icon}
        <span>{children}</span>
      </span>
      {loading && (
        <span className="btn__busy">
          <span>{loadingLabel ?? children}</span>
          <Lanes />
          {!loadingLabel && <span className="sr-only">{words.progress}</span>}
        </span>
      )}
    </button>
  )
}

/** Three moving dashes: something is loading. */
export function Lanes() {
  return (
    <span className="lanes" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}

type IconProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  /** For screen readers. */
  label: string
  icon: ReactNode
  to?: string
  /** `float` on the map, `road` on a dark background, `ink` is the dark square inside a field. */
  look?: 'plain' | 'float' | 'road' | 'ink' | 'outline'
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon, to, look: face = 'plain', className, disabled, ...rest }: IconProps) {
  const all = cx('icon-btn', face !== 'plain' && `icon-btn--${face}`, className)
  if (to !== undefined)
    return (
      <Link to={to} className={all} aria-label={label}>
        {icon}
      </Link>
    )
  return (
    <button type="button" aria-label={label} className={all} {...rest} {...(disabled && unavailable)}>
      {icon}
    </button>
  )
}
