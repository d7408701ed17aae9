// A vehicle's plate: the state above, the number as the driver typed it, in capitals.
import './plate.css'
import type { CSSProperties } from 'react'
import { useUiWords } from './words.ts'

type Props = {
  plate: string
  /** The state's name, as it stands on the plate. */
  state: string
  size?: 'sm' | 'md' | 'lg'
  /** This character is underlined. */
  marked?: number | undefined
}

export function Plate({ plate, state, size = 'sm', marked = -1 }: Props) {
  const words = useUiWords()
  const characters = plate.toUpperCase()
  return (
    <span
      role="img"
      aria-label={words.plateName(state, characters)}
      className={`plate plate--${size}`}
      style={{ '--letters': plate.length } as CSSProperties}
    >
      <small lang="en">{state}</small>
      <b>
        {characters.slice(0, Math.max(0, marked))}
        {marked >= 0 && <u>{characters[marked]}</u>}
        {characters.slice(marked + 1)}
      </b>
    </span>
  )
}
