// The duration as a strip of bays to paint: tap a bay, drag the handle, or use the arrow keys.
import './duration-picker.css'
import { Minus, Plus } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { BayRow } from './Bays.tsx'
import { IconButton } from './Button.tsx'
import { baysOf, paintOf } from './bay-time.ts'
import { cx } from './cx.ts'
import { axisOf, snap } from './duration.ts'
import { useUiWords } from './words.ts'

type Limits = {
  minutes: number
  onChange: (minutes: number) => void
  /** The zone's minimum; also Home. */
  minMinutes?: number
  /** The strip ends here; also End. */
  maxMinutes: number
  disabled?: boolean
}

type Props = Limits & {
  label: string
  /** "2 hours, until 3:30 PM". */
  valueText: (minutes: number) => string
  /** The time of day so many minutes from the start; `short` without AM and PM. */
  timeAt: (minutes: number, short: boolean) => string
  /** Adds "max" to the last mark; false where the place has no limit. */
  limited?: boolean
}

const stepMinutes = 15

export function DurationPicker(props: Props) {
  const { minutes, onChange, minMinutes = stepMinutes, maxMinutes, disabled } = props
  const { label, valueText, timeAt, limited = true } = props
  const words = useUiWords()
  const strip = useRef<HTMLDivElement>(null)
  const limits = { min: minMinutes, max: maxMinutes, step: stepMinutes }
  const set = (next: number) => {
    if (!disabled && next !== minutes) onChange(next)
  }

  const atPointer = (event: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect()
    if (!box) return
    const raw = ((event.clientX - box.left) / box.width) * maxMinutes
    // A tap inside a bay paints that bay whole.
    set(snap(event.type === 'pointerdown' ? Math.ceil(raw / stepMinutes) * stepMinutes : raw, limits))
  }

  const onKey = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowRight: minutes + stepMinutes,
      ArrowUp: minutes + stepMinutes,
      ArrowLeft: minutes - stepMinutes,
      ArrowDown: minutes - stepMinutes,
      PageUp: minutes + 60,
      PageDown: minutes - 60,
      Home: minMinutes,
      End: maxMinutes,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    set(snap(next, limits))
  }

  return (
    <div
      className={cx('picker road', disabled && 'picker--off')}
      onPointerDown={event => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        atPointer(event)
      }}
      onPointerMove={event => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) atPointer(event)
      }}
    >
      <div className="picker__strip" ref={strip}>
        <BayRow lengths={baysOf(maxMinutes)} paint={paintOf(maxMinutes, 0, minutes)} height={60} />
        <div
          role="slider"
          tabIndex={disabled ? -1 : 0}
          aria-label={label}
          aria-valuemin={minMinutes}
          aria-valuemax={maxMinutes}
          aria-valuenow={minutes}
          aria-valuetext={valueText(minutes)}
          aria-disabled={disabled || undefined}
          className="picker__handle"
          style={{ left: `${(minutes / maxMinutes) * 100}%` }}
          onKeyDown={onKey}
        />
      </div>
      <div className="bay-marks" aria-hidden="true">
        {axisOf(minutes, maxMinutes).map(mark => (
          <span
            key={mark}
            className={cx(mark === minutes && 'now', mark === 0 && 'first', mark === maxMinutes && 'end')}
            style={{ left: `${(mark / maxMinutes) * 100}%` } as CSSProperties}
          >
            {mark === maxMinutes && limited
              ? words.max(timeAt(mark, true))
              : timeAt(mark, mark !== 0 && mark !== maxMinutes)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Less, the chosen duration, more. */
export function DurationStepper({ children, ...limits }: Limits & { children: ReactNode }) {
  const { minutes, onChange, minMinutes = stepMinutes, maxMinutes, disabled } = limits
  const words = useUiWords()
  const step = (by: number) => onChange(snap(minutes + by, { min: minMinutes, max: maxMinutes, step: stepMinutes }))
  return (
    <div className="stepper">
      <IconButton
        look="outline"
        label={words.less(stepMinutes)}
        icon={<Minus size={24} />}
        disabled={disabled || minutes <= minMinutes}
        onClick={() => step(-stepMinutes)}
      />
      <div className="stepper__value">{children}</div>
      <IconButton
        look="outline"
        label={words.more(stepMinutes)}
        icon={<Plus size={24} />}
        disabled={disabled || minutes >= maxMinutes}
        onClick={() => step(stepMinutes)}
      />
    </div>
  )
}
