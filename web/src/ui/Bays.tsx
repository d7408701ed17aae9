// Time as a row of painted bays: used time is bare from the left, what remains is paint.
import './bays.css'
import type { CSSProperties } from 'react'
import { baysOf, paintOf } from './bay-time.ts'
import { cx } from './cx.ts'

type Props = {
  /** The whole stay in minutes. */
  totalMinutes: number
  /** What is left of it in minutes; 0 or less leaves every bay bare. */
  leftMinutes: number
  /** One sentence for those who cannot see it: "1 h 12 min of 2 h left". Absent where a text beside it says so. */
  label?: string
  /** Under the first, the middle and the last boundary. */
  marks?: readonly [string, string, string]
  height?: number
  /** Paint in the colour of the last 15 minutes. */
  soon?: boolean
  className?: string
}

export function Bays({ totalMinutes, leftMinutes, label, marks, height = 44, soon, className }: Props) {
  const used = Math.max(0, totalMinutes - Math.max(0, leftMinutes))
  return (
    <div className={className} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <BayRow
        lengths={baysOf(totalMinutes)}
        paint={paintOf(totalMinutes, used, totalMinutes)}
        height={height}
        soon={soon}
      />
      {marks && (
        <div className="bay-marks bay-marks--three">
          {marks.map(mark => (
            <span key={mark}>{mark}</span>
          ))}
        </div>
      )}
    </div>
  )
}

type RowProps = {
  lengths: readonly number[]
  paint?: readonly { from: number; to: number }[]
  height: number
  soon?: boolean
}

/** The drawing alone, without a name. */
export function BayRow({ lengths, paint, height, soon }: RowProps) {
  return (
    <div className={cx('bays', soon && 'bays--soon')} style={{ '--h': `${height}px` } as CSSProperties}>
      {lengths.map((minutes, i) => {
        const { from, to } = paint?.[i] ?? { from: 0, to: 0 }
        return (
          <i key={i} style={{ flexGrow: minutes, '--i': i } as CSSProperties}>
            {to > from && <b style={{ '--from': from, '--to': to } as CSSProperties} />}
          </i>
        )
      })}
    </div>
  )
}

/** Bare bays: loading, or time is up. */
export function BareBays({ count = 8, height = 44 }: { count?: number; height?: number }) {
  return <BayRow lengths={Array<number>(count).fill(1)} height={height} />
}
