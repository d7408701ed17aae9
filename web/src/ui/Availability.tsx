// How many spaces of a place are open: five stalls as a scale, and in words.
import './availability.css'
import type { Found } from '@parkit/contract/city/places'
import { useUiWords } from './words.ts'

/** Five stalls, `free` of them solid: a scale, which says nothing that the words beside it do not. */
export function Stalls({ free, level }: { free: number; level: Found['Availability'] }) {
  return (
    <span aria-hidden="true" className={`stalls level--${level}`}>
      {[1, 2, 3, 4, 5].map(stall => (
        <i key={stall} className={stall <= free ? 'free' : undefined} />
      ))}
    </span>
  )
}

export type Counted = Pick<Found, 'Availability' | 'Stalls' | 'Free' | 'Capacity'>

export function Availability({ place }: { place: Counted }) {
  const words = useUiWords()
  const { Availability: level, Stalls: solid, Free, Capacity } = place
  return (
    <span className={`avail level--${level}`}>
      {level !== 'unknown' && <Stalls free={solid} level={level} />}
      {words.levels[level]}
      {level !== 'unknown' && Free !== null && <span className="t-2">{words.openOf(Free, Capacity)}</span>}
    </span>
  )
}
