// Chips: a filter that is on or off, and a choice of time or amount.
import './chip.css'
import { X } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { unavailable } from './Button.tsx'
import { cx } from './cx.ts'

type Base = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className'> & { children: ReactNode }

type ChipProps = Base & {
  /** A filter that is on carries a cross. Absent: the chip opens something ("Sort By"). */
  on?: boolean
  icon?: ReactNode
  /** Lies on the map. */
  float?: boolean
}

export function Chip({ on, icon, float, children, disabled, ...button }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      className={cx('chip', on && 'chip--on', float && 'chip--float')}
      {...button}
      {...(disabled && unavailable)}
    >
      {on ? null : icon}
      <span>{children}</span>
      {on && <X size={18} />}
    </button>
  )
}

/** A row of filter chips; `scroll` keeps it on one line that runs past the edge of the phone. */
export function Chips({ children, label, scroll }: { children: ReactNode; label?: string; scroll?: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: chips are no form fields
    <div role="group" aria-label={label} className={cx('chips', scroll && 'chips--scroll')}>
      {children}
    </div>
  )
}

type ChoiceProps = Base & {
  /** Chosen. Absent: the chip acts at once ("+15 min" of the picker). */
  on?: boolean
  /** Second line: the price, or why it is not allowed. */
  sub?: string
  /** 44 high instead of 56. */
  small?: boolean
}

export function ChoiceChip({ on, sub, small, children, disabled, ...button }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      className={cx('choice', on && 'choice--on', small && 'choice--small')}
      {...button}
      {...(disabled && unavailable)}
    >
      <span>{children}</span>
      {sub && <small>{sub}</small>}
    </button>
  )
}

export function Choices({ children, label }: { children: ReactNode; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: choices are no form fields
    <div role="group" aria-label={label} className="choices">
      {children}
    </div>
  )
}
