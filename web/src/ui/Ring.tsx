// The running time as a ring of bays: used bays bare clockwise from twelve, the paint that is left ends at twelve.
import './ring.css'
import { baysOf, paintOf } from './bay-time.ts'

type RingState = 'running' | 'soon' | 'over'

type Props = {
  totalMinutes: number
  /** Seconds left; negative once the time is up. */
  leftSeconds: number
  /** Above the figures: "Time left", "Ends soon", "Time’s up". */
  above: string
  /** The figures: "1:12:36", "+0:04:10". */
  timer: string
  /** Below: "Ends 3:30 PM". */
  below: string
  /** All as one sentence for screen readers, not announced. */
  label: string
}

const soonSeconds = 15 * 60

export const ringState = (leftSeconds: number): RingState =>
  leftSeconds <= 0 ? 'over' : leftSeconds <= soonSeconds ? 'soon' : 'running'

// The drawing is 296 wide: kerb 4, a gap of 3, bays 30 deep.
const box = 296
const middle = box / 2
const kerb = 4
const outer = middle - kerb - 3
const inner = outer - 30
/** Gap between a bay's boundary and its paint, as an angle: 4 px less the paint's rounded stroke. */
const pad = 0.0407
/** The inner end of a radial line. */
const lineEnd = inner - 3

const at = (angle: number, radius: number): string =>
  `${(middle + radius * Math.sin(angle)).toFixed(2)} ${(middle - radius * Math.cos(angle)).toFixed(2)}`

/** A block of paint between two angles; `cut` leaves the gap at its start too. */
function block(from: number, to: number, cut: boolean): string {
  const a = from + (cut ? pad : 0)
  const b = to - pad
  if (b <= a) return ''
  const large = b - a > Math.PI ? 1 : 0
  return `M${at(a, outer)}A${outer} ${outer} 0 ${large} 1 ${at(b, outer)}L${at(b, inner)}A${inner} ${inner} 0 ${large} 0 ${at(a, inner)}Z`
}

export function Ring({ totalMinutes, leftSeconds, above, timer, below, label }: Props) {
  const state = ringState(leftSeconds)
  const used = totalMinutes - Math.max(0, leftSeconds) / 60
  const bays = baysOf(totalMinutes)
  const paint = paintOf(totalMinutes, used, totalMinutes)
  const starts = bays.map((_, i) => bays.slice(0, i).reduce((sum, minutes) => sum + minutes, 0))
  const angle = (minute: number) => (minute / totalMinutes) * 2 * Math.PI
  return (
    <div className={`ring ring--${state}`} role="timer" aria-live="off" aria-label={label} data-toast-below>
      <svg viewBox={`0 0 ${box} ${box}`} aria-hidden="true">
        {bays.map((minutes, i) => {
          const start = starts[i] ?? 0
          const from = paint[i]?.from ?? 1
          const full = [angle(start), angle(start + minutes)] as const
          return (
            <g key={start}>
              <path className="ring__bare" d={block(full[0], full[1], true)} />
              {from < 1 && (
                <path className="ring__paint" d={block(angle(start + from * minutes), full[1], from === 0)} />
              )}
            </g>
          )
        })}
        {bays.length > 1 &&
          starts.map(start => (
            <path
              key={start}
              className="ring__line"
              d={`M${at(angle(start), lineEnd)}L${at(angle(start), outer + 4)}`}
            />
          ))}
        <circle className="ring__kerb" cx={middle} cy={middle} r={middle - kerb / 2} />
      </svg>
      <div className="ring__words" aria-hidden="true">
        <span className="ring__above">{above}</span>
        <span className="ring__timer">{timer}</span>
        <span className="ring__below">{below}</span>
      </div>
    </div>
  )
}
