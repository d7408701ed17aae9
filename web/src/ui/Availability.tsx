// How many free spaces a place has: five stalls, and always words.
import './availability.css'
import type { en } from './words.en.ts'
import { useUiWords } from './words.ts'

type Props = { free: number; level: keyof typeof en.levels }

/** Five stalls, `free` of them solid. */
export function Stalls({ free, level }: Props) {
  const words = useUiWords()
  return (
    <span role="img" aria-label={words.stallsFree(free)} className={`stalls level--${level}`}>
      {[1, 2, 3, 4, 5].map(stall => (
        <i key={stall} className={stall <= free ? 'free' : undefined} />
      ))}
    </span>
  )
}

export function Availability({ free, level }: Props) {
  const words = useUiWords()
  return (
    <span className={`avail level--${level}`}>
      {level !== 'unknown' && <Stalls free={free} level={level} />}
      {words.levels[level]}
    </span>
  )
}
