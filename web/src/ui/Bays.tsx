// Time as a row of painted bays: used time is bare from the left, what remains is paint.
import './bays.css'
import type { CSSProperties } from 'react'
import { baysOf, paintOf } from './bay-time.ts'
import { cx } from './cx.ts'

type Props = {
  /** The whole stay in minutes. */
  totalMinutes: number
  /** Minutes left; 0 or less leaves every bay bare. */
  leftMinutes: number
  /** One sentence for screen readers: "1 hr 12 min of 2 hr left". Absent where a text beside it has the same content. */
  label?: string
  /** Under the first, the middle and the last boundary. */
  marks?: readonly [string, string, string]
  /** Paint in the color of the last 15 minutes. */
  soon?: boolean
}

export function Bays({ totalMinutes, leftMinutes, label, marks, soon }: Props) {
  const used = Math.max(0, totalMinutes - Math.max(0, leftMinutes))
  return (
    <div {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <BayRow lengths={baysOf(totalMinutes)} paint={paintOf(totalMinutes, used, totalMinutes)} soon={soon} />
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
  height?: number
  soon?: boolean
}

/** The bays without a label. */
export function BayRow({ lengths, paint, height = 44, soon }: RowProps) {
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

/** Eight bare bays: loading, or time is up. */
export const BareBays = () => <BayRow lengths={Array<number>(8).fill(1)} />
