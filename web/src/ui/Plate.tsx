// A vehicle's plate: the state above, the number as the driver typed it, in capitals.
import './plate.css'
import type { CSSProperties } from 'react'
import { useUiWords } from './words.ts'

type Props = {
  plate: string
  /** The state's name, as it stands on the plate. */
  state: string
  size?: 'sm' | 'md' | 'lg'
}

export function Plate({ plate, state, size = 'sm' }: Props) {
  const words = useUiWords()
  return (
    <span
      role="img"
      aria-label={words.plateName(state, plate.toUpperCase())}
      className={`plate plate--${size}`}
      style={{ '--letters': plate.length } as CSSProperties}
    >
      <small lang="en">{state}</small>
      <b>{plate.toUpperCase()}</b>
    </span>
  )
}
