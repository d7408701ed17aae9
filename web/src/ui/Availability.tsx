// How much room a place has: five stalls, and always words.
import './availability.css'
import { cx } from './cx.ts'
import type { en } from './words.en.ts'
import { useUiWords } from './words.ts'

type Level = keyof typeof en.levels

type StallsProps = { free: number; level: Level; className?: string }

/** Five stalls, `free` of them solid. */
export function Stalls({ free, level, className }: StallsProps) {
  const words = useUiWords()
  return (
    <span role="img" aria-label={words.stallsFree(free)} className={cx('stalls', `level--${level}`, className)}>
      {[1, 2, 3, 4, 5].map(stall => (
        <i key={stall} className={stall <= free ? 'free' : undefined} />
      ))}
    </span>
  )
}

type Props = StallsProps & {
  /** Other words than the usual ones. */
  text?: string
}

export function Availability({ free, level, text, className }: Props) {
  const words = useUiWords()
  return (
    <span className={cx('avail', `level--${level}`, className)}>
      {level !== 'unknown' && <Stalls free={free} level={level} />}
      {text ?? words.levels[level]}
    </span>
  )
}
