// A vehicle's plate: the state above, the number as the driver typed it, in capitals.
import './plate.css'
import type { CSSProperties } from 'react'
import { cx } from './cx.ts'
import { useUiWords } from './words.ts'

type Props = {
  plate: string
  /** The state's name, as it stands on the plate. */
  state: string
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

export function Plate({ plate, state, size = 'sm', className }: Props) {
  const words = useUiWords()
  const letters = { '--letters': plate.length } as CSSProperties
  return (
    <span
      role="img"
      aria-label={words.plateName(state, plate.toUpperCase())}
      className={cx('plate', `plate--${size}`, className)}
      style={letters}
    >
      <small lang="en">{state}</small>
      <b>{plate.toUpperCase()}</b>
    </span>
  )
}
