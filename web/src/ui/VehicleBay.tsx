// A bay seen from above with the vehicle's plate parked in it; without a plate, a dashed place for one.
import './vehicle-bay.css'
import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Plate } from './Plate.tsx'
import { useUiWords } from './words.ts'

type Props = {
  plate?: string
  state?: string
  /** Pixels; 104 in a list, 112 above a form. */
  height?: number
  /** Stands in the bay instead of a plate. */
  children?: ReactNode
  className?: string
}

export function VehicleBay({ plate, state = '', height = 104, children, className }: Props) {
  const words = useUiWords()
  return (
    <div
      className={cx('bay', 'on-road', height > 104 && 'bay--large', className)}
      style={{ '--bay-h': `${height}px` } as CSSProperties}
    >
      <div className="bay__place">
        {children ??
          (plate ? (
            <Plate plate={plate} state={state} size="md" />
          ) : (
            <span className="bay__empty" role="img" aria-label={words.emptyBay} />
          ))}
      </div>
    </div>
  )
}
